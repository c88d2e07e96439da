import { writeFile } from 'node:fs/promises';
import { runQuietly } from '../setup/processes.mjs';

/** Packs entries of a folder so that the same files give the same bytes. */
export async function packTarball(target, folder, entries, date) {
  const list = `${target}.list`;
  const archive = target.replace(/\.gz$/, '');
  const next = 'make room for the packages (about 2 GB), then run this again.';
  await writeFile(list, entries.map((entry) => `${entry}\n`).join(''));
  await runQuietly('tar', [...sameBytes(date), '-cf', archive, '-C', folder, '-T', list], {
    failure: `${target} could not be packed`,
    next,
  });
  // Leaves out the name and the date of the file.
  await runQuietly('gzip', ['-nf', archive], { failure: `${target} could not be packed`, next });
  await runQuietly('rm', [list], { failure: `${list} could not be removed`, next });
}

function sameBytes(date) {
  if (process.platform !== 'linux') return [];
  return [
    '--sort=name',
    `--mtime=@${date}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
  ];
}
