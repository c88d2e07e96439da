import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { readJson, root } from '../setup/project.mjs';
import { filesBelow } from './appFolder.mjs';
import { packTarball } from './tarball.mjs';

/** Packs source maps separately from the app, for reading stack traces of a released version. */
export async function packSourceMaps({ work, output, version, date, arch }) {
  const maps = (await filesBelow(work)).filter(
    (path) =>
      path.endsWith('.map') && (path.startsWith('app/out/') || path.startsWith(`programs-${arch}`)),
  );
  for (const path of maps) await nameSources(join(work, path));
  const name = `airlock-${version}-source-maps-${process.platform}-${arch}.tar.gz`;
  await packTarball(join(output, name), work, maps, date);
}

/** Names sources by their path in the project, wherever the package is made. */
async function nameSources(path) {
  const map = readJson(path);
  const sources = map.sources.map((source) => sourceName(source, dirname(path)));
  await writeFile(path, JSON.stringify({ ...map, sources }));
}

function sourceName(source, folder) {
  const file = resolve(folder, source);
  return existsSync(file) ? relative(root, file) : source.replace(/^(\.\.?\/)+/, '');
}
