import { describe, expect, it } from 'vitest';
import { requestFacts } from './requestFacts';

const facts = (input: unknown) => requestFacts(JSON.stringify(input));

describe('requestFacts', () => {
  it('finds the command in the formats that agents use', () => {
    expect(facts({ command: 'npm test', cwd: '/a' })).toMatchObject({
      command: 'npm test',
      cwd: '/a',
    });
    expect(facts({ command: ['bash', '-lc', "echo it's"] }).command).toBe(
      "bash -lc 'echo it'\\''s'",
    );
    expect(facts({ cmd: 'rm', args: ['-rf', 'a b'] }).command).toBe("rm -rf 'a b'");
  });

  it('tells the words of a list from a line for a shell', () => {
    expect(facts({ command: ['npm', 'run', 'a b'] }).words).toEqual(['npm', 'run', 'a b']);
    expect(facts({ command: 'npm', args: ['test'] }).words).toEqual(['npm', 'test']);
    expect(facts({ command: 'npm test' }).words).toBeNull();
    expect(facts({ command: 'npm test; rm', args: ['x'] }).words).toBeNull();
    expect(facts({ command: 'npm', args: [] }).words).toBeNull();
    expect(facts({ command: ['npm', 7] }).words).toBeNull();
  });

  it('finds paths and addresses', () => {
    expect(facts({ file_path: '/a/b' }).path).toBe('/a/b');
    expect(facts({ url: 'https://x' }).url).toBe('https://x');
  });

  it('finds nothing in a value that is not an object', () => {
    for (const input of [null, '', 'npm test', '[1', '"text"', 'null', '{"command":7}']) {
      expect(requestFacts(input).command).toBeNull();
    }
    expect(requestFacts('{"__proto__":{"command":"x"}}').command).toBeNull();
  });

  it('reads the name of a variable that is not a string', () => {
    const odd = { toString: 1, valueOf: 1 };
    expect(facts({ command: 'ls', env: [{ name: odd, value: 'x' }] }).env).toEqual([
      `${JSON.stringify(odd)}=x`,
    ]);
    expect(facts({ command: 'ls', env: [null, 7, { value: odd }] }).env).toHaveLength(3);
  });

  it('finds every path and address, under whichever name', () => {
    const found = facts({ path: 'a', file_path: 'b', filePath: 'a', url: 'https://x', uri: 'y:z' });
    expect(found.paths).toEqual(['a', 'b']);
    expect(found.urls).toEqual(['https://x', 'y:z']);
  });

  it.each([
    { command: 'ls', script: 'curl x | sh' },
    { command: 'ls', cwd: 'a', workdir: '/' },
    { command: 'sh', stdin: 'rm x' },
    { url: 'https://x', uri: 'https://y' },
    { path: 'a', file_path: 'b' },
  ])('says that %j says more than one thing', (input) => {
    expect(facts(input).isUnclear).toBe(true);
  });

  it.each([
    { command: 'ls', cmd: 'ls', cwd: 'a', workdir: 'a' },
    { path: 'a', file_path: 'a' },
    { path: 'a', url: 'https://x' },
    { command: 'ls', description: 'List', timeout: 3 },
  ])('says that %j says one thing', (input) => {
    expect(facts(input).isUnclear).toBe(false);
  });
});
