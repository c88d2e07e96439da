import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/**
 * The absolute path of a program that PATH names; null if there is none. Windows would look in the
 * current folder first, and a relative entry of PATH leads there too: agents can write to it.
 */
export function locateProgram(
  name: string,
  variables: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const path = platform === 'win32' ? win32 : posix;
  if (path.isAbsolute(name)) return name;
  const key = Object.keys(variables).find((variable) =>
    platform === 'win32' ? variable.toUpperCase() === 'PATH' : variable === 'PATH',
  );
  const folders = (variables[key ?? 'PATH'] ?? '').split(path.delimiter);
  const file = platform === 'win32' && win32.extname(name) === '' ? `${name}.exe` : name;
  const places = folders.filter(path.isAbsolute).map((folder) => path.join(folder, file));
  return places.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not there, or not for us to run.
    return false;
  }
}
