import { lstat, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Failure } from '../setup/failure.mjs';
import { say } from '../setup/progress.mjs';
import { root } from '../setup/project.mjs';
import { filesBelow } from './appFolder.mjs';
import { artefactsIn, sha256Of } from './checksums.mjs';

/** The parts of the unpacked app, by the start of a path in it; the first match counts. */
const PARTS = [
  ['Node', /(?:^|\/)programs\/node(?:\.exe)?$/],
  ['agent and command line', /(?:^|\/)programs\//],
  ['our code', /(?:^|\/)app\.asar$/],
  ['native modules', /(?:^|\/)app\.asar\.unpacked\//],
  ['licences of Chromium', /LICENSES\.chromium\.html$/],
  ['Electron', /(?:)/],
];

/** Smaller files, such as licences and empty modules, may be equal by chance. */
const SMALLEST_REPEATED = 4_096;

/**
 * Reports the size of each artefact and of the app's parts; fails if the app contains something
 * twice.
 */
export async function reportSizes({ work, output }) {
  for (const name of await artefactsIn(output)) {
    const { size } = await stat(join(output, name));
    say(`${inMegabytes(size)}  ${name}`);
  }
  if (process.platform !== 'linux') return;
  const files = await filesOf(join(work, 'built/linux-unpacked'));
  say('Unpacked:');
  for (const [name, size] of sizesByPart(files)) say(`${inMegabytes(size)}  ${name}`);
  const repeated = repeatedFiles([...files, ...archivedFiles(files)]);
  if (repeated.length === 0) return;
  throw new Failure(
    `Some files are in the app twice: ${repeated.map((paths) => paths.join(' = ')).join('; ')}.`,
    'leave one of each out in packaging/electron-builder.mjs or scripts/package.',
  );
}

async function filesOf(folder) {
  const files = [];
  for (const path of await filesBelow(folder)) {
    const whole = join(folder, path);
    const status = await lstat(whole);
    if (status.isFile()) {
      files.push({ path, whole, size: status.size, hash: await sha256Of(whole) });
    }
  }
  return files;
}

/** The archive has the hash of each file in its header. */
function archivedFiles(files) {
  const archive = files.find(({ path }) => path.endsWith('app.asar'));
  if (archive === undefined) return [];
  const asar = createRequire(join(root, 'packaging/package.json'))('@electron/asar');
  const list = (entries, base) =>
    Object.entries(entries.files ?? {}).flatMap(([name, entry]) => {
      const path = `${base}/${name}`;
      if (entry.files) return list(entry, path);
      return entry.unpacked || !entry.integrity
        ? []
        : [{ path, size: entry.size, hash: entry.integrity.hash }];
    });
  return list(asar.getRawHeader(archive.whole).header, archive.path);
}

/** The paths of files with equal content, grouped by content. */
export function repeatedFiles(files) {
  const byHash = new Map();
  for (const { path, size, hash } of files) {
    if (size >= SMALLEST_REPEATED) byHash.set(hash, [...(byHash.get(hash) ?? []), path]);
  }
  return [...byHash.values()].filter(({ length }) => length > 1);
}

export function sizesByPart(files) {
  const sizes = new Map(PARTS.map(([name]) => [name, 0]));
  for (const { path, size } of files) {
    const [name] = PARTS.find(([, pattern]) => pattern.test(path));
    sizes.set(name, sizes.get(name) + size);
  }
  return [...sizes];
}

function inMegabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1).padStart(7)} MB`;
}
