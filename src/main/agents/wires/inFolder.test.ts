import { expect, test } from 'vitest';
import { inFolder, withoutFolder } from './inFolder';

test.each([
  ['/work/a.ts', 'a.ts'],
  ['/work', '/work'],
  ['/works/a.ts', '/works/a.ts'],
  ['/other/a.ts', '/other/a.ts'],
])('the path %s is shown as %s', (path, shown) => {
  expect(inFolder(path, '/work')).toBe(shown);
});

test.each([
  ['cat /work/src/a.ts "/work/b c.ts"', 'cat src/a.ts "b c.ts"'],
  ['ls /work', 'ls .'],
  ['ls /work/', 'ls /work/'],
  ['diff --from=/work/a /home/work/a', 'diff --from=a /home/work/a'],
  ['cat /works/a /work-2/b', 'cat /works/a /work-2/b'],
  ['cat ./work/a', 'cat ./work/a'],
  ['', ''],
])('the command %s is shown as %s', (command, shown) => {
  expect(withoutFolder(command, '/work')).toBe(shown);
});

test('without a folder, or in the whole disk, nothing is left out', () => {
  expect(withoutFolder('cat /etc/a', '')).toBe('cat /etc/a');
  expect(withoutFolder('cat /etc/a', '/')).toBe('cat /etc/a');
});
