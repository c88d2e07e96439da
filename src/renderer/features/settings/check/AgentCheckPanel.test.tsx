import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AgentCheck, AgentCheckState, CheckFinding } from '#shared/agentCheck';
import type { AgentId } from '#shared/ids';
import { bridge } from '#test/window/setup';
import { agentsStore } from '#window/state/agents/agentsStore';
import { AgentCheckPanel } from './AgentCheckPanel';

const finding = (
  step: CheckFinding['step'],
  verdict: CheckFinding['verdict'],
  message = `About ${step}.`,
  advice: string | null = null,
): CheckFinding => ({ step, verdict, message, advice, milliseconds: 1_234 });

const check: AgentCheck = {
  agentId: 'mine' as AgentId,
  name: 'Mine',
  version: '2.0.0',
  programVersion: '2.0.0',
  protocol: 'ACP v1 (1)',
  abilities: ['load', 'list'],
  at: 1_800_000_000_000,
  app: '0.1.0',
  system: 'linux x64',
  withPrompts: true,
  findings: [
    finding('start', 'ok'),
    finding('cancel', 'problem', 'It did not stop when told to.', 'End its process.'),
    finding('load', 'note'),
  ],
  stderrTail: '',
};

const nothing: AgentCheckState = { running: null, last: null, before: null, failure: null };

function show(state: Partial<AgentCheckState>) {
  bridge.answer('agents.checkState', () => ({ ...nothing, ...state }));
  render(<AgentCheckPanel id="mine" name="Mine" onDone={vi.fn()} />);
  return userEvent.setup();
}

beforeEach(() => agentsStore.setState({ agents: [], isLooking: false }));

it('checks without prompts unless they are asked for, and says what they are', async () => {
  const user = show({});
  expect(screen.getByText(/sends up to four short ones/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Check' }));
  await user.click(screen.getByRole('button', { name: 'Check with prompts' }));
  expect(bridge.inputs('agents.check')).toEqual([
    { id: 'mine', withPrompts: false },
    { id: 'mine', withPrompts: true },
  ]);
});

it('shows how far it is, and can be cancelled', async () => {
  const running = {
    withPrompts: true,
    step: 'cancel',
    findings: [finding('start', 'ok')],
  } as const;
  const user = show({ running });
  expect(await screen.findByText('Trying: Stop')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Checking Mine' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel checking Mine' }));
  expect(bridge.inputs('agents.cancelCheck')).toEqual([{ id: 'mine' }]);
});

it('has a sentence for each step, and what to do about problems', async () => {
  show({ last: check });
  const card = await screen.findByRole('article', { name: 'Result of the check' });
  expect(card.textContent).toContain('1 problem');
  expect(card.textContent).toContain('Version 2.0.0');
  const [start, stop] = within(card).getAllByRole('listitem');
  expect(start?.textContent).toBe('Start: Good. About start.1.2 s');
  expect(stop?.textContent).toContain(
    'Stop: Problem. It did not stop when told to.End its process.',
  );
});

it('warns when an update has changed the result, or was not checked yet', async () => {
  const before = { ...check, version: '1.0.0', findings: [finding('cancel', 'ok')] };
  agentsStore.setState({
    agents: [
      {
        id: 'mine' as AgentId,
        name: 'Mine',
        command: 'mine',
        builtIn: false,
        source: 'found',
        finding: { path: '/bin/mine', isInPath: true, version: '2.1.0', login: 'unknown' },
      },
    ],
  });
  show({ last: check, before });
  expect((await screen.findByRole('alert')).textContent).toBe('Worse than with 1.0.0: Stop. ');
  expect(screen.getByText(/Version 2\.1\.0 is installed now/)).toBeTruthy();
});

it('copies the report that main has taken the secrets out of', async () => {
  bridge.answer('agents.checkReport', () => 'the report');
  const user = show({ last: check });
  await user.click(await screen.findByRole('button', { name: 'Copy report' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('the report');
});

it('says why there is no result', async () => {
  show({ failure: 'Git could not be started.' });
  expect((await screen.findByRole('alert')).textContent).toContain('Git could not be started.');
});
