import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { withProgress } from './progress.mjs';
import { readJson, root } from './project.mjs';

/** Installs the packages of the folder's lock file, unless exactly those are installed already. */
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
  // npm writes this record last, so an interrupted install has none.
  const record = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const locked = readJson(join(folder, 'package-lock.json')).packages;
  const installed = readJson(record).packages;
  if (!isSameTree(locked, installed)) return false;
  return Object.keys(installed).every((place) => existsSync(join(folder, place)));
}

/** Compares content and not dates, because a fresh checkout dates every file anew. */
export function isSameTree(locked, installed) {
  for (const [folder, entry] of Object.entries(locked)) {
    // Optional packages are left out on platforms that they do not support.
    if (folder === '' || (entry.optional && !installed[folder])) continue;
    if (!isSamePackage(entry, installed[folder])) return false;
  }
  return Object.keys(installed).every((folder) => folder in locked);
}

function isSamePackage(left, right) {
  return left.version === right?.version && left.integrity === right?.integrity;
}
