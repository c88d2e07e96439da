import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { systemProgram } from './processNamespace';

it.skipIf(process.platform === 'win32')('finds only what can be run', () => {
  using folder = new TemporaryFolder('airlock-programs');
  folder.write('first/bwrap', '');
  folder.folder('second/bwrap');
  folder.write('third/bwrap', '');
  chmodSync(folder.join('third/bwrap'), 0o755);
  const folders = ['first', 'second', 'third'].map((name) => folder.join(name));
  expect(systemProgram('bwrap', folders)).toBe(folder.join('third/bwrap'));
  expect(systemProgram('bwrap', folders.slice(0, 2))).toBeUndefined();
});
