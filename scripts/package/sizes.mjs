import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../setup/progress.mjs';
import { filesBelow } from './appFolder.mjs';
import { artefactsIn } from './checksums.mjs';

/** The parts of the unpacked app, by the beginning of a path in it; the first that fits counts. */
const PARTS = [
  ['Node', /(?:^|\/)programs\/node(?:\.exe)?$/],
  ['agent and command line', /(?:^|\/)programs\//],
  ['our code', /(?:^|\/)app\.asar$/],
  ['native modules', /(?:^|\/)app\.asar\.unpacked\//],
  ['licences of Chromium', /LICENSES\.chromium\.html$/],
  ['Electron', /(?:)/],
];

/** Says how large each artefact is, and of what the app consists. */
export async function reportSizes({ work, output }) {
  for (const name of await artefactsIn(output)) {
    const { size } = await stat(join(output, name));
    say(`${inMegabytes(size)}  ${name}`);
  }
  if (process.platform !== 'linux') return;
  const folder = join(work, 'built/linux-unpacked');
  const files = await Promise.all(
    (await filesBelow(folder)).map(async (path) => ({
      path,
      size: (await stat(join(folder, path))).size,
    })),
  );
  say('Unpacked:');
  for (const [name, size] of sizesByPart(files)) say(`${inMegabytes(size)}  ${name}`);
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
