import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSampleProject } from '#main/app/open/sampleProject';
import { testFolder } from '#test/support/testFolder';

it('makes a repository with a failing test, and keeps what the user did there', async () => {
  const folder = join(testFolder().path, 'sample');
  expect(await makeSampleProject(folder)).toEqual({ ok: true, value: folder });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '--format=%s').trim()).toBe('A fruit stall');
  expect(() =>
    execFileSync(process.execPath, ['--test'], { cwd: folder, stdio: 'ignore' }),
  ).toThrow();

  const cart = join(folder, 'src/cart.js');
  const mended = readFileSync(cart, 'utf8').replace('price + item', 'price * item');
  writeFileSync(cart, mended);
  execFileSync(process.execPath, ['--test'], { cwd: folder, stdio: 'ignore' });

  await makeSampleProject(folder);
  expect(readFileSync(cart, 'utf8')).toBe(mended);
});
