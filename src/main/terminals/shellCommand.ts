import { userInfo } from 'node:os';
import { basename } from 'node:path';
import type { CommandLine } from './commandLine';

export interface ShellSources {
  /** The shell named in the settings. */
  readonly chosen?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
}

/** The user's shell as a login shell, so that it has the same environment as in their own terminal. */
export function shellCommand(sources: ShellSources): CommandLine {
  const file = shellFile(sources);
  switch (nameOf(file)) {
    case 'cmd':
    case 'powershell':
      return { file, args: [] };
    case 'pwsh':
      return { file, args: ['-Login'] };
    default:
      return { file, args: ['-l'] };
  }
}

const SEALED =
  'This shell is sealed like the session’s agent, because it runs in a folder that the agent can write to. Your shell’s own settings are not loaded. For a shell with your settings, use “New terminal in the project folder”.';

/** Prints a message, then becomes the shell, or the system's shell if that one is not visible. */
const SAY_FIRST =
  'printf "%s\\n\\n" "$1"; shift; command -v -- "$1" >/dev/null || set -- /bin/sh; exec "$@"';

/** The same shell in a seal. Without settings, zsh would begin with questions. */
export function sealedShell({ file, args }: CommandLine): CommandLine {
  const own = nameOf(file) === 'zsh' ? ['-f'] : args;
  return { file: '/bin/sh', args: ['-c', SAY_FIRST, 'airlock', SEALED, file, ...own] };
}

/** Runs one line from a project in the user's shell, which then ends. */
export function shellLine(line: string, sources: ShellSources): CommandLine {
  const file = shellFile(sources);
  switch (nameOf(file)) {
    case 'cmd':
      return { file, args: ['/d', '/s', '/c', line] };
    case 'powershell':
    case 'pwsh':
      return { file, args: ['-Command', line] };
    default:
      return { file, args: ['-c', line] };
  }
}

export function nameOf(shell: string): string {
  return basename(shell.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.exe$/, '');
}

function shellFile({ chosen, env, platform = process.platform }: ShellSources): string {
  if (chosen) return chosen;
  if (platform === 'win32') return env.COMSPEC ?? 'cmd.exe';
  return env.SHELL || shellOfUser() || '/bin/sh';
}

function shellOfUser(): string | null {
  try {
    return userInfo().shell;
  } catch {
    // The user id may have no entry, as in containers.
    return null;
  }
}
