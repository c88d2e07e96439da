import { expect, test } from 'vitest';
import { parseRegistry } from './registryFile';

const linux = { platform: 'linux', arch: 'x64', libc: 'glibc' } as const;
const agent = {
  id: 'mine',
  name: 'Mine',
  version: '1.2.3',
  description: 'An agent.',
  website: 'https://example.com',
  distribution: { npx: { package: '@scope/mine@1.2.3', args: ['--acp'], env: { MINE: '1' } } },
};
const sha256 = 'a'.repeat(64);
const binary = { archive: 'https://example.com/mine.tar.gz', cmd: './mine', sha256 };

function only(entry: object) {
  const content = parseRegistry(JSON.stringify({ version: '1.0.0', agents: [entry] }), linux);
  return content?.agents[0];
}

test('an agent of the registry is its package, at the exact version', () => {
  expect(only(agent)).toEqual({
    id: 'mine',
    name: 'Mine',
    version: '1.2.3',
    description: 'An agent.',
    website: 'https://example.com',
    args: ['--acp'],
    env: { MINE: '1' },
    from: { type: 'npm', package: '@scope/mine', bin: null },
    whyNot: null,
  });
});

test('the program of this system is taken, with its checksum', () => {
  const entry = { ...agent, distribution: { binary: { 'linux-x86_64': binary } } };
  expect(only(entry)?.from).toEqual({
    type: 'archive',
    url: binary.archive,
    sha256,
    program: './mine',
  });
});

test.each([
  ['without an exact version', { npx: { package: 'mine@latest' } }, /exact version/],
  ['with another version', { npx: { package: 'mine@1.2.4' } }, /exact version/],
  ['for other systems', { binary: { 'darwin-aarch64': binary } }, /no program for this system/],
  ['without a checksum', { binary: { 'linux-x86_64': { ...binary, sha256: 'no' } } }, /checksum/],
  [
    'of another kind of archive',
    { binary: { 'linux-x86_64': { ...binary, archive: 'https://example.com/a.zip' } } },
    /kind of archive/,
  ],
  [
    'with a program elsewhere',
    { binary: { 'linux-x86_64': { ...binary, cmd: '../../bin/sh' } } },
    /not in its archive/,
  ],
  ['of Python', { uvx: { package: 'mine==1' } }, /uvx mine==1/],
])('an agent %s cannot be installed, and why', (_what, distribution, why) => {
  const parsed = only({ ...agent, distribution });
  expect(parsed?.from).toBeNull();
  expect(parsed?.whyNot).toMatch(why);
});

test('variables that change which programs run are left out', () => {
  const env = { PATH: '/evil', NODE_OPTIONS: '-r x', LD_PRELOAD: 'x', https_proxy: 'x', MINE: '1' };
  const npx = { package: 'mine@1.2.3', env };
  expect(only({ ...agent, distribution: { npx } })?.env).toEqual({ MINE: '1' });
});

test('what makes no sense costs only itself', () => {
  const agents = [agent, agent, { ...agent, id: '../up' }, null, { ...agent, id: 'other' }];
  const content = parseRegistry(JSON.stringify({ agents }), linux);
  expect(content?.agents.map(({ id }) => id)).toEqual(['mine', 'other']);
  expect(content?.skipped).toBe(3);
});

test.each(['', '<html>', '[]', '{"agents":{}}', `{"agents":[${'1,'.repeat(600)}1]}`])(
  'no registry: %s',
  (text) => {
    expect(parseRegistry(text, linux)).toBeNull();
  },
);
