import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runEntry } from '../setup/entry.mjs';
import { readJson, root } from '../setup/project.mjs';
import { notesOf } from './announcement.mjs';

/**
 * `node scripts/release/notes.mjs`: prints the part of the changelog for the version of this
 * source.
 */
await runEntry(async () => {
  const { version } = readJson(join(root, 'package.json'));
  process.stdout.write(`${notesOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version)}\n`);
});
