// Swaps a folder and a file for links that lead outside, as fast as it can, until it is killed.
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [project, outside] = process.argv.slice(2);
const folder = join(project, 'dir');
const real = join(project, 'dir.real');
const link = join(project, 'dir.link');
const file = join(project, 'top.txt');
const fileReal = join(project, 'top.real');
const fileLink = join(project, 'top.link');
symlinkSync(outside, link);
symlinkSync(join(outside, 'victim.txt'), fileLink);
process.stdout.write('ready\n');

function swap(path, away, other) {
  try {
    renameSync(path, away);
    renameSync(other, path);
  } catch {
    // The other side may have put something there in between: what counts is where it lands.
  }
  try {
    renameSync(path, other);
  } catch {
    writeFileSync(`${other}.lost`, '');
  }
  try {
    renameSync(away, path);
  } catch {
    writeFileSync(`${away}.lost`, '');
  }
}

for (;;) {
  swap(folder, real, link);
  swap(file, fileReal, fileLink);
}
