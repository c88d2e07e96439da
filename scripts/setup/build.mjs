import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from './processes.mjs';
import { withProgress } from './progress.mjs';
import { root, toolPath } from './project.mjs';

const INPUTS =
  /^(src|resources|package\.json|package-lock\.json|electron\.vite\.config\.ts|tsconfig.*\.json)$/;
const TESTS = /\.test\.tsx?$/;

const stamp = join(root, 'out/.built-from');

/** Builds the app, unless the existing build was made from exactly these files. */
export async function buildApp() {
  // Computed before the build: a file that changes during the build must cause another one.
  const fingerprint = fingerprintOf(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  await forgetBuild();
  await withProgress('Building the app', () =>
    runQuietly(process.execPath, [toolPath('electron-vite'), 'build'], {
      folder: root,
      failure: 'The app could not be built',
      next: 'fix what the lines above name, then run this again.',
    }),
  );
  await writeFile(stamp, fingerprint);
}

/** Makes the next `buildApp` build, whatever is in the output folder. */
export async function forgetBuild() {
  await rm(stamp, { force: true });
}

/** One hash of the names and contents of all files that the build reads. */
export function fingerprintOf(folder) {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    if (INPUTS.test(name)) addToHash(hash, folder, name);
  }
  return hash.digest('hex');
}

function addToHash(hash, folder, name) {
  const path = join(folder, name);
  const entries = readFolder(path);
  if (!entries) {
    if (!TESTS.test(name)) hash.update(`${name}\0`).update(readFileSync(path)).update('\0');
    return;
  }
  hash.update(`${name}/\0`);
  for (const entry of entries.sort()) addToHash(hash, path, entry);
  hash.update('/\0');
}

function readFolder(path) {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
