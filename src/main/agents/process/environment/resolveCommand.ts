import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { StartFailure } from '#main/agents/process/exitReason';
import type { Result } from '#shared/errors';
import { lookUp, type Variables } from './environmentLookup';

const defaultExtensions = '.COM;.EXE;.BAT;.CMD';

export interface ResolveOptions {
  readonly cwd: string;
  readonly variables: Variables;
  readonly platform?: NodeJS.Platform;
}

/**
 * Finds the file that a command names by PATH and, on Windows, PATHEXT. Relative entries of PATH
 * are skipped: they would run files from the project that the agent works on.
 */
export async function resolveCommand(
  command: string,
  { cwd, variables, platform = process.platform }: ResolveOptions,
): Promise<Result<string, StartFailure>> {
  const isWindows = platform === 'win32';
  const path = isWindows ? win32 : posix;
  const extensions = isWindows ? windowsExtensions(command, variables) : [''];
  const isPath = command.includes('/') || (isWindows && command.includes('\\'));
  const folders = (lookUp(variables, 'PATH', platform) ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  const places = isPath
    ? [path.resolve(cwd, expandHome(command, variables))]
    : folders.map((folder) => path.join(folder, command));

  let notExecutable: string | undefined;
  for (const place of command === '' ? [] : places) {
    for (const extension of extensions) {
      const found = await look(place + extension, isWindows);
      if (found === 'executable') return { ok: true, value: place + extension };
      if (found === 'not-executable') notExecutable ??= place + extension;
    }
  }
  return {
    ok: false,
    error:
      notExecutable === undefined
        ? { type: 'not-found', command, searched: isPath ? places : folders }
        : { type: 'not-executable', file: notExecutable },
  };
}

/** Only known extensions count: npm puts `npx`, a script for other shells, next to `npx.cmd`. */
function windowsExtensions(command: string, variables: Variables): readonly string[] {
  const extensions = (lookUp(variables, 'PATHEXT', 'win32') || defaultExtensions)
    .split(';')
    .map((extension) => extension.trim().toLowerCase())
    .filter((extension) => extension !== '');
  return extensions.includes(win32.extname(command).toLowerCase()) ? [''] : extensions;
}

function expandHome(command: string, variables: Variables): string {
  const home = variables.HOME;
  return home !== undefined && command.startsWith('~/') ? home + command.slice(1) : command;
}

async function look(
  file: string,
  isWindows: boolean,
): Promise<'executable' | 'not-executable' | 'missing'> {
  try {
    if (!(await stat(file)).isFile()) return 'missing';
  } catch {
    // Whatever the reason (ENOENT, ENOTDIR, EACCES, ELOOP), a file that we cannot see cannot be
    // run.
    return 'missing';
  }
  if (isWindows) return 'executable';
  const allowed = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  return allowed ? 'executable' : 'not-executable';
}
