import { accessSync, constants, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The folder for downloads that are not part of the dependency tree. */
export function cacheFolder(environment = process.env) {
  if (environment.AIRLOCK_CACHE) return environment.AIRLOCK_CACHE;
  const base = environment.XDG_CACHE_HOME;
  return join(base && isAbsolute(base) ? base : join(homedir(), '.cache'), 'airlock');
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The JavaScript file behind a dependency's command, to be run by a Node of our choice. */
export function toolPath(dependency, command = dependency) {
  const folder = join(root, 'node_modules', dependency);
  const { bin } = readJson(join(folder, 'package.json'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

export function findProgram(name, environment = process.env) {
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    const path = join(folder || '.', name);
    if (isRunnable(path)) return path;
  }
  return undefined;
}

function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes(error.code)) return false;
    throw error;
  }
}

export function isRoot() {
  return process.getuid?.() === 0;
}
