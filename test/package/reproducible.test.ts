import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { artefact, dist } from './artefacts';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** A package takes a minute, and on a busy machine a quarter of an hour. */
const LIMIT_MILLISECONDS = 3_600_000;

const folder = new TemporaryFolder('airlock-again');
afterAll(() => folder.dispose());

it('gives the bytes of dist once more, when the same source is packaged again in another folder', {
  timeout: LIMIT_MILLISECONDS,
}, () => {
  const first = hashesIn(dist);
  const formats = ['tar.gz', 'deb', 'rpm'].filter((format) =>
    Object.keys(first).some((name) => name.endsWith(`.${format}`)),
  );
  expect(formats).toEqual(expect.arrayContaining(['tar.gz', 'deb']));
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const output = folder.join('dist');
  execFileSync('node', [join(project, 'scripts/package.mjs'), ...formats, `--output=${output}`], {
    env: { ...env, SOURCE_DATE_EPOCH: `${dateOf(artefact('.tar.gz'))}` },
    stdio: 'ignore',
  });
  expect(hashesIn(output), 'Run "npm run package" first if the source has changed.').toEqual(first);
});

/** The hash of each file that was made. */
function hashesIn(made: string): Readonly<Record<string, string>> {
  const files = readdirSync(made, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ name }) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(made, name)))
        .digest('hex'),
    ]),
  );
}

/** In seconds: everything in a package has the date of its source. */
function dateOf(archive: string): number {
  const list = ['--full-time', '--utc', '-tvzf', archive];
  const printed = execFileSync('tar', list, { encoding: 'utf8', maxBuffer: 10_000_000 });
  const [day = ''] = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(printed) ?? [];
  return Date.parse(`${day.replace(' ', 'T')}Z`) / 1000;
}
