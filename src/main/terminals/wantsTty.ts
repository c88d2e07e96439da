import { basename } from 'node:path';
import type { TerminalRequest } from '#main/agents/connection';

/** Programs that draw a screen or hold a dialogue; without a terminal they refuse or fall silent. */
const interactive: ReadonlySet<string> = new Set(
  [
    'vi vim nvim nano emacs less more most man info',
    'top htop btop watch tmux screen script expect',
    'ssh telnet ftp sftp su sudo passwd login',
    'gdb lldb psql mysql sqlite3 redis-cli mongosh irb ipython ghci',
    'fzf tig lazygit mc ncdu dialog whiptail tput stty tty',
  ].flatMap((line) => line.split(' ')),
);

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh']);

/**
 * Whether a command is run in a pty rather than on pipes. The protocol has no word for it, and a
 * pty makes pagers wait for a key and tools draw progress that no agent reads. So pipes are the
 * rule; a pty goes to agents that say what terminal they want, and to programs known to need one.
 */
export function wantsTty({ command, args, env }: TerminalRequest): boolean {
  const term = env.findLast(({ name }) => name === 'TERM')?.value;
  if (term !== undefined) return term !== '' && term !== 'dumb';
  return interactive.has(programOf(command, args));
}

/** The first word that is run, inside a shell's command line as well. */
function programOf(command: string, args: readonly string[]): string {
  const isShell = shells.has(basename(command));
  const script = isShell ? args[args.findIndex((arg) => /^-\w*c$/.test(arg)) + 1] : undefined;
  const isScript = isShell && args.some((arg) => /^-\w*c$/.test(arg));
  const line = isScript ? (script ?? '') : command;
  const words = line.trim().split(/[\s;|&]+/);
  const first = words.find((word) => !/^\w+=/.test(word) && word !== 'exec') ?? '';
  return basename(first);
}
