import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Makes one plain JavaScript file of a TypeScript module, for a process or a thread of its own. */
export async function bundle(entry: string, file: string): Promise<string> {
  const build = await rolldown({
    input: entry,
    cwd: project,
    platform: 'node',
    external: ['electron'],
    // Some packages' CommonJS finds its own parts in ways that a bundle does not have.
    resolve: { mainFields: ['module', 'main'] },
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  return file;
}

const shared = new Map<string, Promise<string>>();

/** The same for all tests of a run of Vitest, in the folder that `test/setup/bundles` makes and removes. */
export function sharedBundle(entry: string): Promise<string> {
  const folder = process.env.AIRLOCK_BUNDLES;
  if (folder === undefined) throw new Error('Only a run of Vitest has a folder for bundles.');
  const file = join(folder, `${entry.replace(/\W+/g, '-')}.mjs`);
  const begun = shared.get(file) ?? bundleOnce(entry, file);
  shared.set(file, begun);
  return begun;
}

/** Two processes that want it at the same time both make it; the second replaces it by the same. */
async function bundleOnce(entry: string, file: string): Promise<string> {
  if (existsSync(file)) return file;
  const own = await bundle(entry, `${file}.${process.pid}.mjs`);
  await rename(own, file);
  return file;
}
