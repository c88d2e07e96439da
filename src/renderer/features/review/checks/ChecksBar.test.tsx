import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CheckRun } from '#shared/checks/check';
import type { SessionId } from '#shared/ids';
import type { DecisionReport } from '#shared/ipc/changes';
import type { ChecksState } from '#shared/ipc/checks';
import type { SessionSummary } from '#shared/session/summary';
import { defaultSettings } from '#shared/settings';
import { exampleChange } from '#test/window/exampleChange';
import { FakeBridge } from '#test/window/fakeBridge';
import { decideFile } from '#window/features/review/model/actions';
import { reviewStore } from '#window/features/review/model/reviewStore';
import { confirmationStore } from '#window/state/confirmation';
import { sessionsStore } from '#window/state/session/sessionsStore';
import { settingsStore } from '#window/state/settingsStore';
import { ChecksBar } from './ChecksBar';

const session = 'ses_checks' as SessionId;
const run: CheckRun = {
  name: 'test',
  command: 'npm test',
  selection: 's',
  outcome: 'failed',
  message: null,
  at: 0,
  milliseconds: 2_000,
  report: { runner: 'TAP', passed: 3, failed: 1, failures: ['adds'] },
  log: 'not ok 4 - adds',
};
const state: ChecksState = {
  checks: [
    { name: 'types', command: 'tsc', standing: { type: 'unknown' } },
    { name: 'test', command: 'npm test', standing: { type: 'current', run } },
  ],
  trust: 'trusted',
  fault: null,
  hash: 'a'.repeat(64),
  running: null,
  isRequired: true,
  isGreen: false,
  problem: null,
};

let bridge: FakeBridge;
beforeEach(() => {
  bridge = new FakeBridge();
  bridge.install();
  bridge.answer('checks.state', () => state);
});

test('shows what each check said, what failed, and runs them on the undecided hunks', async () => {
  const view = exampleChange({ states: [] });
  const user = userEvent.setup();
  render(<ChecksBar sessionId={session} files={[view]} />);
  await user.click(await screen.findByRole('button', { name: 'test: 1 failed, 2.0 s' }));
  expect((await screen.findByRole('list', { name: 'What failed' })).textContent).toBe('adds');
  expect(screen.getByRole('log', { name: 'Output' }).textContent).toBe('not ok 4 - adds');
  await user.keyboard('{Escape}');
  const ended = Promise.withResolvers<null>();
  bridge.answer('checks.run', () => ended.promise);
  await user.dblClick(screen.getByRole('button', { name: 'Run checks' }));
  ended.resolve(null);
  const hunkIds = view.hunks.map(({ hunk }) => hunk.id);
  expect(bridge.inputs('checks.run')).toEqual([
    {
      sessionId: session,
      hunks: [{ changeId: view.change.changeId, hunkIds }],
      names: null,
      once: null,
    },
  ]);
});

test('asks for a file that is not trusted, or runs it once', async () => {
  bridge.answer('checks.state', () => ({ ...state, trust: 'changed' }));
  const user = userEvent.setup();
  render(<ChecksBar sessionId={session} files={[exampleChange()]} />);
  await user.click(await screen.findByRole('button', { name: 'Run once' }));
  expect(bridge.inputs('checks.run')).toMatchObject([
    { once: { type: 'file', hash: 'a'.repeat(64) } },
  ]);
});

test('checks that run can be cancelled', async () => {
  bridge.answer('checks.state', () => ({
    ...state,
    running: { names: ['types', 'test'], current: 'types' },
  }));
  const user = userEvent.setup();
  render(<ChecksBar sessionId={session} files={[exampleChange()]} />);
  expect(await screen.findByRole('button', { name: 'types: running' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'test: waiting' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel checks' }));
  expect(bridge.inputs('checks.cancel')).toEqual([{ sessionId: session }]);
});

test('what is not green is accepted only by another word', async () => {
  const before = settingsStore.getState();
  const projects = { '/p': { acceptOnlyWhenGreen: true } };
  settingsStore.setState({ settings: { ...defaultSettings, projects } });
  const summary = { id: session, project: '/p' } as SessionSummary;
  sessionsStore.setState({ sessions: new Map([[session, summary]]) });
  onTestFinished(() => {
    settingsStore.setState(before);
    sessionsStore.setState({ sessions: null });
    confirmationStore.setState({ question: null, isOpen: false });
  });
  const report: DecisionReport = {
    decisions: [],
    accepted: 1,
    rejected: 0,
    conflicts: 0,
    problems: [],
  };
  bridge.answer('changes.decide', () => report);
  reviewStore(session).setState({ collected: new Map() });
  await decideFile(session, 'accept', exampleChange());
  expect(bridge.inputs('changes.decide')).toEqual([]);
  const { question } = confirmationStore.getState();
  expect(question).toMatchObject({
    title: 'Accept without passing checks?',
    description: expect.stringContaining('types: not run. test: 1 failed, 2.0 s.'),
    action: 'Accept anyway',
  });
  await question?.run();
  await waitFor(() => expect(bridge.inputs('changes.decide')).toHaveLength(1));

  const fault = 'It has an error on line 1, column 3: Expected a value.';
  bridge.answer('checks.state', () => ({ ...state, checks: [], trust: null, fault }));
  await decideFile(session, 'accept', exampleChange());
  expect(confirmationStore.getState().question?.description).toContain(
    `The checks in .airlock.json cannot be read. ${fault}`,
  );

  bridge.answer('checks.state', () => ({ ...state, isGreen: true }));
  await decideFile(session, 'accept', exampleChange());
  expect(bridge.inputs('changes.decide')).toHaveLength(2);
  await decideFile(session, 'reject', exampleChange());
  expect(bridge.inputs('changes.decide')).toHaveLength(3);
});
