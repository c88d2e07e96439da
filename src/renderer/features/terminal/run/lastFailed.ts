import type { UserTerminal } from '#shared/terminal/terminal';

/** Exit codes of programs that the user has interrupted, from themselves or from shells. */
const INTERRUPT_SIGNAL = 2;
const INTERRUPT_EXIT_CODE = 130;

export function hasFailed({ kind, state }: UserTerminal): boolean {
  if (kind !== 'run' || state.type !== 'ended' || state.cause !== 'exit') return false;
  const { exitCode, signal } = state;
  return exitCode !== 0 && exitCode !== INTERRUPT_EXIT_CODE && signal !== INTERRUPT_SIGNAL;
}

/** The run that failed last, regardless of the order in which they were started. */
export function lastFailed(terminals: readonly UserTerminal[]): UserTerminal | undefined {
  const endOf = ({ state }: UserTerminal) => (state.type === 'ended' ? state.at : 0);
  return terminals
    .filter(hasFailed)
    .toSorted((one, other) => endOf(one) - endOf(other))
    .at(-1);
}
