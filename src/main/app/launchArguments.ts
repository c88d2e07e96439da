import { isAbsolute, resolve } from 'node:path';

export interface LaunchArguments {
  /** The absolute path of the project to open. */
  readonly folder: string | undefined;
  /** Whether the user wants the dialog for a new session. */
  readonly newSession: boolean;
}

/**
 * Parses the arguments after the program's own path. Switches belong to Chromium; the first plain
 * word is the folder, relative to where the user typed it.
 */
export function parseLaunchArguments(
  argv: readonly string[],
  packaged: boolean,
  workingDirectory: string,
): LaunchArguments {
  const words = argv.slice(1).filter((word) => !word.startsWith('-'));
  const folder = packaged ? words[0] : words[1];
  const newSession = argv.includes('--new-session');
  if (folder === undefined) return { folder: undefined, newSession };
  return { folder: isAbsolute(folder) ? folder : resolve(workingDirectory, folder), newSession };
}
