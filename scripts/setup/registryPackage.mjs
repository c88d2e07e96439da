import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from './failure.mjs';
import { npm } from './npm.mjs';

/**
 * Downloads a package with a pinned integrity, without running its scripts, and lets `unpack` make
 * `folder` from it. The folder appears by a rename: if it exists, it is complete.
 */
export async function fetchPackage(pinned, folder, unpack) {
  await mkdir(dirname(folder), { recursive: true });
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    const tarball = await fetchTarball(pinned, partial);
    const unpacked = join(partial, 'unpacked');
    await unpack(tarball, unpacked);
    await moveIntoPlace(unpacked, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function fetchTarball({ name, version, integrity }, folder) {
  await npm(['pack', `${name}@${version}`, '--pack-destination', folder, '--ignore-scripts'], {
    failure: `npm could not fetch ${name} from the package registry`,
    next: 'check that this machine reaches its package registry, then run this again.',
  });
  const tarball = join(folder, `${name}-${version}.tgz`);
  const found = await integrityOf(tarball);
  if (found !== integrity) {
    throw new Failure(
      `${name}@${version} is not the file Airlock expects (it is ${found}), so it was not used.`,
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

async function moveIntoPlace(unpacked, folder) {
  try {
    await rename(unpacked, folder);
  } catch (error) {
    // Another run may have finished first; its files are the same.
    if (!existsSync(folder)) throw error;
  }
}
