import { expect, test } from 'vitest';
import { inFolder } from './inFolder';

test.each([
  ['/work/a.ts', 'a.ts'],
  ['/work', '/work'],
  ['/works/a.ts', '/works/a.ts'],
  ['/other/a.ts', '/other/a.ts'],
])('the path %s is shown as %s', (path, shown) => {
  expect(inFolder(path, '/work')).toBe(shown);
});
