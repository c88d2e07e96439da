import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sharedBundle } from '#test/support/bundle';
import { TemporaryFolder } from '#test/support/temporaryFolder';

it('says in one line why it cannot start on a system without git, and leaves nothing', async () => {
  const program = await sharedBundle('src/main/cli/agentCli.ts');
  using folder = new TemporaryFolder('airlock-cli');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    cwd: folder.folder('project'),
    env: {
      PATH: folder.folder('empty'),
      HOME: folder.folder('home'),
      TMPDIR: folder.folder('temporary'),
      ELECTRON_RUN_AS_NODE: '1',
    },
    input: 'hello\n',
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'airlock: Git could not be started (git). Is it installed? It was not found in PATH.\n',
  });
  expect(readdirSync(folder.join('temporary'))).toEqual([]);
});
