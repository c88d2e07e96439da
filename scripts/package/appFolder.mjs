import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../setup/failure.mjs';
import { runQuietly } from '../setup/processes.mjs';
import { withProgress } from '../setup/progress.mjs';
import { readJson, root, toolPath } from '../setup/project.mjs';
import { packageArchitectures } from './arguments.mjs';
import { nodeVersion } from './bundledNode.mjs';

/**
 * Makes the content of the app's archive: built code, native modules, and facts about the build.
 */
export async function makeAppFolder({ work, electron, updates }) {
  const folder = join(work, 'app');
  await mkdir(folder);
  await withProgress('Building the app', () =>
    runQuietly(
      process.execPath,
      [toolPath('electron-vite'), 'build', '--outDir', join(folder, 'out')],
      {
        folder: root,
        environment: { ...process.env, AIRLOCK_PACKAGE: '1' },
        failure: 'The app could not be built',
        next: 'fix what the lines above name, then run this again.',
      },
    ),
  );
  const { name, version, description, license, type, main, dependencies } = readJson(
    join(root, 'package.json'),
  );
  await writeJson(join(folder, 'package.json'), {
    ...{ name, version, description, license, type, main, dependencies },
    desktopName: 'airlock.desktop',
  });
  const facts = { fitToShip: electron.isOfficial, node: nodeVersion, updates };
  await writeJson(join(folder, 'build.json'), facts);
  await copyModules(folder, dependencies);
}

/** The one dependency that is not bundled has a package for each system. */
async function copyModules(folder, dependencies) {
  for (const name of Object.keys(dependencies)) {
    const systems = packageArchitectures().map((arch) => `${name}-${process.platform}-${arch}`);
    for (const module of [name, ...systems]) {
      const source = join(root, 'node_modules', module);
      if (!existsSync(source)) {
        throw new Failure(
          `${module} is not installed, which the app needs.`,
          `run: npm install --no-save --force ${module}@${dependencies[name]}`,
        );
      }
      await cp(source, join(folder, 'node_modules', module), { recursive: true, filter });
    }
  }
}

/** Sources and debug information of native modules are not needed to run them. */
function filter(path) {
  return !/\.(?:pdb|map|d\.ts|test\.js|md)$/.test(path);
}

export async function writeJson(path, value) {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** All files below a folder, by their paths in it, in order. */
export async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
