import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fitsPart, GlobPattern } from '#shared/text/globPattern';
import { testFolder } from '#test/support/testFolder';
import { findFiles } from './findFiles';

test.each([
  ['*', 'anything', true],
  ['*.ts', 'a.ts', true],
  ['*.ts', 'a.tsx', false],
  ['a*b*c', 'a--b--c', true],
  ['a*b*c', 'a--b--', false],
  ['?', 'a', true],
  ['?', 'ab', false],
  ['[a-c]x', 'bx', true],
  ['[!a-c]x', 'bx', false],
  ['[a', '[a', true],
  ['', '', true],
])('%s matches %s: %s', (part, name, expected) => {
  expect(fitsPart(part, name)).toBe(expected);
});

test('a pattern designed to be slow is fast', () => {
  const started = performance.now();
  expect(fitsPart('*a'.repeat(200), `${'a'.repeat(20_000)}b`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each(['', '../*', 'a/../../b', '{a,b}'.repeat(10)])('the pattern %j is refused', (pattern) => {
  expect(GlobPattern.parse(pattern).ok).toBe(false);
});

async function project() {
  const folder = await testFolder();
  for (const path of [
    'a.ts',
    'src/b.ts',
    'src/deep/c.ts',
    'src/deep/d.md',
    'node_modules/p/e.ts',
  ]) {
    folder.write(path, '');
  }
  mkdirSync(folder.join('.git'), { recursive: true });
  symlinkSync(folder.path, folder.join('src/loop'));
  const find = async (pattern: string) => {
    const found = await findFiles(folder.path, pattern);
    if (!found.ok) return found.error.code;
    return found.value.map((path) =>
      path.slice(path.indexOf(folder.path) + folder.path.length + 1),
    );
  };
  return { folder, find };
}

test('files are found by patterns, in order', async () => {
  const { folder, find } = await project();
  expect(await find('**/*.ts')).toEqual(['a.ts', 'src/b.ts', 'src/deep/c.ts']);
  expect(await find('*.ts')).toEqual(['a.ts']);
  expect(await find('src/**')).toEqual([
    'src',
    'src/b.ts',
    'src/deep',
    'src/deep/c.ts',
    'src/deep/d.md',
    'src/loop',
  ]);
  expect(await find('src/*/*.{ts,md}')).toEqual(['src/deep/c.ts', 'src/deep/d.md']);
  expect(await find(`${folder.path}/src/b.*`)).toEqual(['src/b.ts']);
  expect(await find('missing/**')).toEqual([]);
});

test('a folder that is skipped is found by its name', async () => {
  const { find } = await project();
  expect(await find('node_modules/**/*.ts')).toEqual(['node_modules/p/e.ts']);
});

test('a pattern that leads out of the folder is refused', async () => {
  const { find } = await project();
  expect(await find('/etc/*')).toBe('refused');
  expect(await find('../*')).toBe('invalid-input');
});
