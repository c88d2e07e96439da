import { describe, expect, it } from 'vitest';
import type { TerminalId } from '#shared/ids';
import type { TerminalState, UserTerminal } from '#shared/terminal/terminal';
import { hasFailed, lastFailed } from './lastFailed';

function run(name: string, state: TerminalState): UserTerminal {
  return {
    kind: 'run',
    id: name as TerminalId,
    name,
    givenName: null,
    sessionId: null,
    cwd: '/p',
    command: `npm run ${name}`,
    state,
  };
}

const ended = (exitCode: number | null, at: number, signal: number | null = null) =>
  ({ type: 'ended', cause: 'exit', at, exitCode, signal }) as const;

describe('lastFailed', () => {
  it('is the one that failed last, not the one that was started last', () => {
    const runs = [run('test', ended(1, 30)), run('lint', ended(2, 20)), run('build', ended(0, 40))];
    expect(lastFailed(runs)?.name).toBe('test');
    expect(lastFailed([run('dev', { type: 'running' })])).toBeUndefined();
  });

  it('ignores a run that the user interrupted', () => {
    expect(hasFailed(run('dev', ended(130, 1)))).toBe(false);
    expect(hasFailed(run('dev', ended(null, 1, 2)))).toBe(false);
    expect(hasFailed(run('dev', ended(null, 1, 11)))).toBe(true);
    expect(hasFailed({ ...run('bash', ended(1, 1)), kind: 'shell' })).toBe(false);
  });
});
