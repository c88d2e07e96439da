import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(project, 'dist');

/** Where the system can make them. */
const FORMATS = ['tar.gz', 'deb', ...(existsSync('/usr/bin/rpmbuild') ? ['rpm'] : [])];

it(`gives the same bytes when the same source is packaged twice: ${FORMATS.join(', ')}`, () => {
  const first = packaged();
  expect(packaged()).toEqual(first);
  expect(Object.keys(first).filter((name) => /\.(?:tar\.gz|deb|rpm)$/.test(name))).toHaveLength(
    // The source maps are a tar.gz, too.
    FORMATS.length + 1,
  );
});

/** The hash of each file that is made. */
function packaged(): Readonly<Record<string, string>> {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  execFileSync('node', [join(project, 'scripts/package.mjs'), ...FORMATS], {
    env: { ...env, SOURCE_DATE_EPOCH: '1700000000' },
    stdio: 'ignore',
  });
  return Object.fromEntries(
    readdirSync(dist).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(dist, name)))
        .digest('hex'),
    ]),
  );
}
