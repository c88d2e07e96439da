import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runEntry } from '../setup/entry.mjs';
import { Failure } from '../setup/failure.mjs';
import { readJson, root } from '../setup/project.mjs';
import { checkVersion, describeFile, kindOf, notesOf, signAnnouncement } from './announcement.mjs';

/**
 * `node scripts/release/announce.mjs <folder of the release> <its address> <sequence>`: writes the
 * signed `updates.json` that apps look for. The key is in AIRLOCK_UPDATE_PRIVATE_KEY.
 */
await runEntry(async ([folder, address, sequence]) => {
  const key = process.env.AIRLOCK_UPDATE_PRIVATE_KEY;
  if (!folder || !address || !/^\d+$/.test(sequence ?? '') || !key) {
    throw new Failure(
      'A release needs its folder, its address, a number and the key to be announced.',
      'run: AIRLOCK_UPDATE_PRIVATE_KEY=… node scripts/release/announce.mjs dist https://…/ 7',
    );
  }
  const names = await readdir(folder);
  const unfit = names.find((name) => name.includes('unfit-to-ship'));
  if (unfit) {
    throw new Failure(`${unfit} is unfit to ship.`, 'package again with the official Electron.');
  }
  const version = checkVersion(readJson(join(root, 'package.json')).version);
  const files = {};
  for (const name of names.sort()) {
    const kind = kindOf(name);
    if (kind) files[kind] = await describeFile(join(folder, name), address);
  }
  const notes = notesOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version);
  const manifest = { format: 1, version, sequence: Number(sequence), notes, files };
  await writeFile(join(folder, 'updates.json'), signAnnouncement(manifest, key));
});
