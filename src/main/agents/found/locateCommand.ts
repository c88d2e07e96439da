import { posix, win32 } from 'node:path';
import { lookUp, type Variables } from '#main/agents/process/environment/environmentLookup';
import { resolveCommand } from '#main/agents/process/environment/resolveCommand';
import type { StartFailure } from '#main/agents/process/exitReason';
import { readableNames } from '#main/base/files/readableNames';
import type { Result } from '#shared/errors';
import { usualPlaces } from './usualPlaces';

export interface LocatedCommand {
  readonly file: string;
  /**
   * The environment to run it in: a program outside PATH needs its neighbours, such as its own
   * Node.
   */
  readonly variables: Variables;
  readonly isInPath: boolean;
}

export interface LocateOptions {
  readonly cwd: string;
  readonly variables: Variables;
  readonly platform?: NodeJS.Platform;
}

/**
 * The file that a command names, looked for in PATH and then in the folders that installers use.
 */
export async function locateCommand(
  command: string,
  { cwd, variables, platform = process.platform }: LocateOptions,
): Promise<Result<LocatedCommand, StartFailure>> {
  const resolved = await resolveCommand(command, { cwd, variables, platform });
  if (resolved.ok) return { ok: true, value: { file: resolved.value, variables, isInPath: true } };
  if (/[\\/]/.test(command)) return resolved;
  const path = platform === 'win32' ? win32 : posix;
  const places = await usualPlaces({ variables, platform, list: readableNames });
  const besides = { ...variables, [pathName(variables, platform)]: places.join(path.delimiter) };
  const found = await resolveCommand(command, { cwd, variables: besides, platform });
  if (!found.ok) return resolved;
  const own = lookUp(variables, 'PATH', platform) ?? '';
  const extended = [own, path.dirname(found.value)].filter((part) => part !== '');
  const name = pathName(variables, platform);
  return {
    ok: true,
    value: {
      file: found.value,
      variables: { ...variables, [name]: extended.join(path.delimiter) },
      isInPath: false,
    },
  };
}

/** The name of the PATH variable as the environment spells it. */
function pathName(variables: Variables, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return 'PATH';
  return Object.keys(variables).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}
