import { basename } from 'node:path';
import type { TerminalRequest } from '#main/agents/connection';

/** Interactive programs, which do not work without a terminal. */
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
 * Whether a command is run in a pty rather than on pipes. The protocol cannot say this, and a pty
 * makes pagers wait for a key and tools draw progress that no agent reads. So commands run on pipes
 * by default; a pty is for agents that name the terminal they want, and for programs known to need
 * one.
 */
export function wantsTty({ command, args, env }: TerminalRequest): boolean {
  const term = env.findLast(({ name }) => name === 'TERM')?.value;
  if (term !== undefined) return term !== '' && term !== 'dumb';
  return interactive.has(programOf(command, args));
}

/** The program that is run, even inside a shell's command line. */
function programOf(command: string, args: readonly string[]): string {
  const isShell = shells.has(basename(command));
  const script = isShell ? args[args.findIndex((arg) => /^-\w*c$/.test(arg)) + 1] : undefined;
  const isScript = isShell && args.some((arg) => /^-\w*c$/.test(arg));
  const line = isScript ? (script ?? '') : command;
  const words = line.trim().split(/[\s;|&]+/);
  const first = words.find((word) => !/^\w+=/.test(word) && word !== 'exec') ?? '';
  return basename(first);
}
