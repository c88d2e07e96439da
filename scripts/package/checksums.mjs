import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const NAME = 'SHA256SUMS';

/** Writes a file for `sha256sum --check`; returns the names of all artefacts. */
export async function writeChecksums({ output }) {
  const names = await artefactsIn(output);
  const lines = [];
  for (const name of names) lines.push(`${await sha256Of(join(output, name))}  ${name}\n`);
  await writeFile(join(output, NAME), lines.join(''));
  return [...names, NAME];
}

export async function artefactsIn(output) {
  const entries = await readdir(output, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== NAME && !entry.name.startsWith('builder-'))
    .map(({ name }) => name)
    .sort();
}

export async function sha256Of(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
