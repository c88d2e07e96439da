import type { TerminalState } from '#shared/terminal/terminal';

type Ended = Extract<TerminalState, { type: 'ended' }>;

/** Resets the modes and colours that a program has left on the screen. */
const RESET_MODES =
  '\x1b[?1l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?2004l\x1b[?25h\x1b>\x1b[0m';

/**
 * Leaves the alternate screen. Only used while that is active, because it also moves the cursor.
 */
const LEAVE_ALTERNATE_SCREEN = '\x1b[?1049l';

/** The line below the last output of a terminal whose program has ended. */
export function endNote(state: Ended, isAlternateScreen: boolean, canRestart: boolean): string {
  const next = canRestart ? ' Press Enter to restart it.' : '';
  return note(`${howItEnded(state)} ──${next}`, isAlternateScreen);
}

/** The line between the output before the pty host crashed and the new shell. */
export function returnNote(isAlternateScreen: boolean): string {
  const text = 'The process that runs terminals crashed. This is a new shell in the same folder.';
  return note(`${text} ──`, isAlternateScreen);
}

function note(text: string, isAlternateScreen: boolean): string {
  const leave = (isAlternateScreen ? LEAVE_ALTERNATE_SCREEN : '') + RESET_MODES;
  return `${leave}\r\n\x1b[2m── ${text}\x1b[0m\r\n`;
}

export function howItEnded({ cause, exitCode, signal }: Ended): string {
  if (cause === 'lost') return 'Not restarted: the process that runs terminals crashed';
  if (cause === 'restart') return 'Ended when Airlock was closed';
  if (signal !== null) return `Ended by signal ${signal}`;
  return exitCode === null ? 'Ended' : `Ended with exit code ${exitCode}`;
}
