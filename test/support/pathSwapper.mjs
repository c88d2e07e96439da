// Swaps a path for a link that leads outside, and back, as fast as possible, until it is killed.
import { renameSync, symlinkSync } from 'node:fs';

const [path, target] = process.argv.slice(2);
const [link, away] = [`${path}.link`, `${path}.away`];
symlinkSync(target, link);
process.stdout.write('ready\n');
for (;;) {
  renameSync(path, away);
  renameSync(link, path);
  renameSync(path, link);
  renameSync(away, path);
}
