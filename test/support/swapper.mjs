// Swaps each path for a link to its target, and back, as fast as it can, until it is killed.
// usage: swapper.mjs (<path> <target>)...
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';

const words = process.argv.slice(2);
const pairs = Array.from({ length: words.length / 2 }, (_, index) => {
  const [path, target] = words.slice(2 * index);
  return { path, target, away: `${path}.real`, link: `${path}.link` };
});
for (const { target, link } of pairs) symlinkSync(target, link);
process.stdout.write('ready\n');

function swap({ path, away, link }) {
  try {
    renameSync(path, away);
    renameSync(link, path);
  } catch {
    // The other side may have put something there in the meantime; the test checks where it ends
    // up.
  }
  try {
    renameSync(path, link);
  } catch {
    writeFileSync(`${link}.lost`, '');
  }
  try {
    renameSync(away, path);
  } catch {
    writeFileSync(`${away}.lost`, '');
  }
}

for (;;) for (const pair of pairs) swap(pair);
