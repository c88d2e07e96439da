import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SessionId, TerminalId } from '#shared/ids';
import type { GitGlance } from '#shared/ipc/changes';
import type { DeliverFacts } from '#shared/ipc/deliver';
import type { SessionSummary } from '#shared/session/summary';
import type { TerminalState, UserTerminal } from '#shared/terminal/terminal';
import { FakeBridge } from '#test/window/fakeBridge';
import { sessionsStore } from '#window/state/session/sessionsStore';
import { isRunShown } from '#window/state/shownRuns';
import { Dialog } from '#window/ui/overlay/Dialog';
import { DeliverForm } from './DeliverForm';

const glance: GitGlance = { branch: 'main', commit: 'abc', upstream: null, main: null };
const terminal: UserTerminal = {
  kind: 'run',
  id: 'term_1' as TerminalId,
  name: 'Push',
  givenName: null,
  sessionId: null,
  cwd: '/p',
  command: 'git push',
  state: { type: 'running' },
};

let bridge: FakeBridge;
/** Terminals as main has them. */
let user: UserTerminal[] = [];
beforeEach(() => {
  bridge = new FakeBridge();
  bridge.install();
  user = [];
  bridge.answer('changes.git', () => ({ glance }));
  bridge.answer('changes.applyAsBranch', () => ({ commit: 'c'.repeat(40) as never }));
  bridge.answer('deliver.write', () => ({ path: '/data/deliver/text.md' }));
  bridge.answer('terminals.create', () => {
    user = [terminal];
    return terminal;
  });
  bridge.answer('terminals.list', () => ({ user, agents: [] }));
});

function tellTerminals(next: UserTerminal[]): void {
  user = next;
  bridge.tell(['terminals.changed', { user, agents: [] }]);
}

const ended = (exitCode: number): UserTerminal => ({
  ...terminal,
  state: { type: 'ended', cause: 'exit', at: 0, exitCode, signal: null } as TerminalState,
});

let count = 0;
/** The dialog of a session of its own: how far a delivery is outlives the dialog. */
async function openForm(
  facts: Partial<DeliverFacts> = {},
  sessionId = `ses_deliver${count++}` as SessionId,
) {
  const summary = { id: sessionId, project: '/p', title: 'Count further' } as SessionSummary;
  sessionsStore.setState({ sessions: new Map([[sessionId, summary]]) });
  onTestFinished(() => sessionsStore.setState({ sessions: null }));
  bridge.answer('deliver.facts', () => ({
    title: 'Count further',
    prompts: ['Count further'],
    files: [{ path: 'a.txt', added: 1, removed: 0 }],
    remotes: ['origin'],
    tool: 'gh',
    checks: [],
    contributors: [],
    ...facts,
  }));
  const { unmount } = render(
    <Dialog open title="Deliver accepted changes" onClose={() => undefined}>
      <DeliverForm sessionId={sessionId} onDone={() => undefined} />
    </Dialog>,
  );
  await screen.findByRole('textbox', { name: 'Message' });
  const step = (name: string) => within(screen.getByRole('listitem', { name }));
  const run = (name: string) => step(name).getByRole('button', { name });
  const isOff = (name: string) => run(name).getAttribute('aria-disabled') === 'true';
  const reopen = () => {
    unmount();
    return openForm(facts, sessionId);
  };
  return { step, run, isOff, reopen, events: userEvent.setup() };
}

test('begins in the message', async () => {
  await openForm();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' })),
  );
});

test('creates a branch where a commit is checked out instead of one', async () => {
  bridge.answer('changes.git', () => ({ glance: { ...glance, branch: null } }));
  const { run, events } = await openForm();
  const choice = screen.getByRole('checkbox', { name: 'On a new branch' });
  await waitFor(() => expect(choice.getAttribute('aria-disabled')).toBe('true'));
  expect(choice.getAttribute('aria-checked')).toBe('true');
  await events.click(run('Commit'));
  expect(bridge.inputs('changes.applyAsBranch')).toMatchObject([
    { branch: 'airlock/count-further' },
  ]);
  expect(bridge.inputs('changes.commit')).toEqual([]);
});

test('stops a step in the middle, says so, and runs it again', async () => {
  const { step, run, isOff, events } = await openForm();
  await events.click(run('Commit'));
  await waitFor(() => expect(isOff('Push')).toBe(false));
  await events.click(run('Push'));
  await events.click(await step('Push').findByRole('button', { name: 'Stop' }));
  expect(bridge.inputs('terminals.close')).toEqual([{ terminalId: terminal.id }]);
  bridge.refuse('terminals.tail', 'There is no such terminal.');
  tellTerminals([]);
  expect(await step('Push').findByText('It was stopped.')).toBeTruthy();
  expect(step('Push').queryByRole('button', { name: 'Stop' })).toBeNull();

  // What was pushed is not known, so that the next step still waits.
  expect(step('Pull request').queryByRole('status')).toBeNull();
  await events.click(run('Pull request'));
  expect(bridge.inputs('terminals.create')).toHaveLength(1);

  bridge.answer('terminals.tail', () => ({ data: '' }));
  await events.click(run('Push'));
  await step('Push').findByRole('button', { name: 'Stop' });
  tellTerminals([ended(0)]);
  expect((await step('Push').findByRole('status')).textContent).toBe(
    'origin/airlock/count-further',
  );
});

test('shows what a program printed without what it hid in it', async () => {
  const { step, run, isOff, events } = await openForm();
  await events.click(run('Commit'));
  await waitFor(() => expect(isOff('Push')).toBe(false));
  bridge.answer('terminals.tail', () => ({
    data: '\u001b]8;;https://evil.example\u0007\u001b[31mfatal:\u001b[0m no\u202e access\r\n',
  }));
  await events.click(run('Push'));
  await step('Push').findByRole('button', { name: 'Stop' });
  tellTerminals([ended(128)]);
  const words = await step('Push').findByText(/^fatal:/);
  for (const hidden of ['\u001b', '\u202e', 'evil'])
    expect(words.textContent).not.toContain(hidden);
});

test('shows itself how a command ends, as long as it is open', async () => {
  const { step, run, isOff, events, reopen } = await openForm();
  await events.click(run('Commit'));
  await waitFor(() => expect(isOff('Push')).toBe(false));
  await events.click(run('Push'));
  await step('Push').findByRole('button', { name: 'Stop' });
  expect(isRunShown(terminal.id)).toBe(true);
  const again = await reopen();
  expect(isRunShown(terminal.id)).toBe(true);
  bridge.answer('terminals.tail', () => ({ data: 'fatal: Authentication failed\r\n' }));
  tellTerminals([ended(128)]);
  const words = await again.step('Push').findByText(/fatal: Authentication failed$/);
  expect(words.textContent).toMatch(/^The remote denied access\. .* then push again\./);
  expect(isRunShown(terminal.id)).toBe(false);
});

test('says why a step cannot be taken without a remote or a program', async () => {
  const { step, run, isOff, events } = await openForm({ remotes: [], tool: null });
  expect(step('Push').getByText('The repository has no remote.')).toBeTruthy();
  expect(step('Pull request').getByText(/^Neither gh nor glab is installed/)).toBeTruthy();
  await events.click(run('Commit'));
  await screen.findByText('cccccccccc');
  expect(isOff('Push')).toBe(true);
  expect(isOff('Pull request')).toBe(true);
  await events.click(run('Push'));
  await events.click(run('Pull request'));
  expect(bridge.inputs('terminals.create')).toEqual([]);
});

test('keeps the choice of a note when it is opened again, and no trailers for a commit that is made', async () => {
  const { run, events, reopen } = await openForm();
  const choose = async (name: string) => {
    await events.click(screen.getByRole('combobox', { name: 'Provenance' }));
    await events.click(await screen.findByRole('option', { name }));
  };
  await choose('Name the agent in a git note');
  await events.click(run('Commit'));
  await screen.findByText('cccccccccc');
  const again = await reopen();
  expect(again.isOff('Note')).toBe(false);
  await events.click(screen.getByRole('combobox', { name: 'Provenance' }));
  const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
  expect(offered).toEqual(['Do not name the agent', 'Name the agent in a git note']);
});
