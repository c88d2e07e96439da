import { expect, it } from 'vitest';
import { pathWithin } from './pathWithin';

it.each([
  [['/work/copy', '/work/shop'], '/work/shop/src/a b.ts', 'src/a b.ts'],
  [['/work/shop/'], '/work/shop/a.ts', 'a.ts'],
  [['/work/shop'], '/work/shopping/a.ts', null],
  [['/work/shop'], '/work/shop', null],
  [['/work/shop'], '/etc/passwd', null],
  [[''], '/etc/passwd', null],
  [['C:\\work'], 'c:\\work\\src\\a.ts', 'src/a.ts'],
])('from %j, %s is %s', (folders, path, within) => {
  expect(pathWithin(folders, path)).toBe(within);
});
