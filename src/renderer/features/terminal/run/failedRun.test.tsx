import { expect, onTestFinished, test } from 'vitest';
import type { TerminalId } from '#shared/ids';
import type { TerminalState, UserTerminal } from '#shared/terminal/terminal';
import { terminalList } from '#window/features/terminal/terminalList';
import { showRun } from '#window/state/shownRuns';
import { connectToasts } from '#window/ui/overlay/toasts';
import { followFailures } from './failedRun';

const failed: TerminalState = { type: 'ended', cause: 'exit', at: 0, exitCode: 1, signal: null };

function run(name: string): UserTerminal {
  const id = `term_${name}` as TerminalId;
  const place = { givenName: null, sessionId: null, cwd: '/p' };
  return { kind: 'run', id, name, ...place, command: name, state: { type: 'running' } };
}

test('tells of a run that failed, unless its end is shown where it was started', () => {
  const told: string[] = [];
  onTestFinished(connectToasts(({ title }) => told.push(title)));
  // Toasts of other tests waited for this.
  told.length = 0;
  onTestFinished(followFailures());
  onTestFinished(() => terminalList.setState({ user: [] }));
  const runs = [run('push'), run('lint')];
  terminalList.setState({ user: runs });
  onTestFinished(showRun('term_push' as TerminalId));
  terminalList.setState({ user: runs.map((one) => ({ ...one, state: failed })) });
  expect(told).toEqual(['“lint” failed']);
});
