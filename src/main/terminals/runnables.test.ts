import { describe, expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { findRunnables } from './runnables';

describe('findRunnables', () => {
  it('offers the trusted commands of the project, then the scripts of its package', async () => {
    const folder = testFolder();
    folder.write('.airlock.json', JSON.stringify({ run: { untrusted: 'make trouble' } }));
    folder.write('package.json', JSON.stringify({ scripts: { test: 'vitest run' } }));
    const plan = {
      carry: [],
      setup: 'npm ci',
      run: { check: 'make check' },
      checks: {},
      prompts: {},
      mcpServers: {},
    };
    expect(await findRunnables(folder.path, plan)).toEqual([
      { name: 'setup', command: 'npm ci', detail: 'npm ci', source: '.airlock.json' },
      { name: 'check', command: 'make check', detail: 'make check', source: '.airlock.json' },
      { name: 'test', command: 'npm run test', detail: 'vitest run', source: 'package.json' },
    ]);
  });

  it('runs scripts with the package manager whose lock file exists', async () => {
    const folder = testFolder();
    folder.write('package.json', JSON.stringify({ scripts: { dev: 'vite' } }));
    folder.write('pnpm-lock.yaml', '');
    expect((await findRunnables(folder.path, null))[0]?.command).toBe('pnpm run dev');
  });

  it('leaves out names that a shell would interpret', async () => {
    const folder = testFolder();
    const scripts = { 'a; rm -rf /': 'x', '$(x)': 'x', '--help': 'x', 'test:unit': 'x' };
    folder.write('package.json', JSON.stringify({ scripts }));
    expect((await findRunnables(folder.path, null)).map(({ name }) => name)).toEqual(['test:unit']);
  });

  it.each(['{', '[]', '{"scripts": 7}', '{"scripts": {"a": 1}}', ''])(
    'finds nothing in %j',
    async (text) => {
      const folder = testFolder();
      folder.write('package.json', text);
      expect(await findRunnables(folder.path, null)).toEqual([]);
    },
  );
});
