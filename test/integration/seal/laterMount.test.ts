import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundle } from '#test/support/bundle';
import { standInNode } from '#test/support/standInNode';
import { testFolder } from '#test/support/testFolder';
import { whyNoSeal } from './whyNoSeal';

// Shows I24.

const reason = await whyNoSeal();
const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const share = ['--mount', '--', 'sh', '-c', 'mount --make-rshared / && exec "$0" "$@"'];

it.skipIf(reason !== null)(
  'what is mounted while a sealed agent runs is not seen, and so not written to',
  async () => {
    const folder = testFolder();
    const program = await bundle(
      fileURLToPath(new URL('../../hostile/escape/laterMount.ts', import.meta.url)),
      folder.join('laterMount.mjs'),
    );
    const { command, env } = standInNode();
    const { stdout, stderr } = spawnSync(
      'unshare',
      [...user, ...share, command, program, folder.folder('work')],
      { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', ...env } },
    );
    expect(/^SEEN (.*)$/m.exec(stdout)?.[1] ?? stderr).toBe(JSON.stringify('ready\n'));
  },
);
