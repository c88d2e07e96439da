import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles a TypeScript module into one JavaScript file, for a separate process or thread. */
export async function bundle(entry: string, file: string): Promise<string> {
  const build = await rolldown({
    input: entry,
    cwd: project,
    platform: 'node',
    external: ['electron'],
    // Some packages' CommonJS finds its own parts in ways that do not work in a bundle.
    resolve: { mainFields: ['module', 'main'] },
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  return file;
}

const shared = new Map<string, Promise<string>>();

/**
 * A bundle for all tests of a Vitest run, in the folder that `test/setup/bundles` creates and
 * removes.
 */
export function sharedBundle(entry: string): Promise<string> {
  const folder = process.env.AIRLOCK_BUNDLES;
  if (folder === undefined) throw new Error('Only a run of Vitest has a folder for bundles.');
  const file = join(folder, `${entry.replace(/\W+/g, '-')}.mjs`);
  const begun = shared.get(file) ?? bundleOnce(entry, file);
  shared.set(file, begun);
  return begun;
}

/**
 * If two processes need it at the same time, both make it, and the second replaces it with an equal
 * file.
 */
async function bundleOnce(entry: string, file: string): Promise<string> {
  if (existsSync(file)) return file;
  const own = await bundle(entry, `${file}.${process.pid}.mjs`);
  await rename(own, file);
  return file;
}
