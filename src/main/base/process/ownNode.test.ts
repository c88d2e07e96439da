import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { ownNode } from './ownNode';

const electron = {
  execPath: '/app/airlock',
  platform: 'linux',
  versions: { electron: '45' },
} as const;

it('is the one that was installed with the app, without Electron’s switch', () => {
  using resources = new TemporaryFolder('airlock-resources');
  mkdirSync(join(resources.path, 'programs'));
  const file = join(resources.path, 'programs/node');
  writeFileSync(file, '');
  expect(ownNode({ ...electron, resourcesPath: resources.path })).toEqual({ file, env: {} });
});

it('is Electron’s where none was installed', () => {
  using resources = new TemporaryFolder('airlock-resources');
  expect(ownNode({ ...electron, resourcesPath: resources.path })).toEqual({
    file: '/app/airlock',
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
});

it('is the running one in a Node', () => {
  const node = { execPath: '/usr/bin/node', platform: 'linux', versions: {} } as const;
  expect(ownNode(node)).toEqual({ file: '/usr/bin/node', env: {} });
});
