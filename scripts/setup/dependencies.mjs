import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { withProgress } from './progress.mjs';
import { readJson, root } from './project.mjs';

/** Installs what the lock file of the folder names, unless exactly that is installed already. */
export async function installDependencies(folder = root, label = 'dependencies') {
  if (areDependenciesInstalled(folder)) return;
  await withProgress(`Installing ${label}`, () =>
    npm(['ci', '--include=dev', '--no-audit', '--no-fund'], {
      folder,
      failure: `npm could not install the ${label}`,
      next: 'read what npm says above (is the package registry within reach?), then run this again.',
    }),
  );
}

function areDependenciesInstalled(folder) {
  // npm writes this record last, so a broken-off install leaves none behind.
  const record = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const locked = readJson(join(folder, 'package-lock.json')).packages;
  const installed = readJson(record).packages;
  if (!isSameTree(locked, installed)) return false;
  return Object.keys(installed).every((place) => existsSync(join(folder, place)));
}

/** Content, not dates: a fresh checkout dates every file anew. */
export function isSameTree(locked, installed) {
  for (const [folder, entry] of Object.entries(locked)) {
    // Optional packages are left out on the platforms they are not made for.
    if (folder === '' || (entry.optional && !installed[folder])) continue;
    if (!isSamePackage(entry, installed[folder])) return false;
  }
  return Object.keys(installed).every((folder) => folder in locked);
}

function isSamePackage(left, right) {
  return left.version === right?.version && left.integrity === right?.integrity;
}
