import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { artefact } from './artefacts';

const script = fileURLToPath(new URL('../../scripts/package.mjs', import.meta.url));

it('gives the same bytes when the same source is packaged twice', () => {
  const first = packaged();
  expect(packaged()).toEqual(first);
});

function packaged(): readonly string[] {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  execFileSync('node', [script, 'tar.gz', 'deb'], {
    env: { ...env, SOURCE_DATE_EPOCH: '1700000000' },
    stdio: 'ignore',
  });
  return ['.tar.gz', '.deb'].map((ending) =>
    createHash('sha256')
      .update(readFileSync(artefact(ending)))
      .digest('hex'),
  );
}
