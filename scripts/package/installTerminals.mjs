import { join } from 'node:path';
import { runEntry } from '../setup/entry.mjs';
import { npm } from '../setup/npm.mjs';
import { readJson, root } from '../setup/project.mjs';
import { packageArchitectures } from './arguments.mjs';

/**
 * `node scripts/package/installTerminals.mjs`: installs native modules for all processors of a
 * package.
 */
await runEntry(async () => {
  const { dependencies } = readJson(join(root, 'package.json'));
  const modules = Object.entries(dependencies).flatMap(([name, version]) =>
    packageArchitectures().map((arch) => `${name}-${process.platform}-${arch}@${version}`),
  );
  await npm(['install', '--no-save', '--force', ...modules], {
    failure: 'Native modules could not be installed',
    next: 'read what npm says above, then run this again.',
  });
});
