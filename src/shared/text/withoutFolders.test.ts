import { expect, test } from 'vitest';
import { withoutFolders } from './withoutFolders';

test.each([
  ['cat /work/src/a.ts "/work/b c.ts"', 'cat src/a.ts "b c.ts"'],
  ['ls /work', 'ls .'],
  ['ls /work/', 'ls ./'],
  ['cat work/a', 'cat work/a'],
  ['diff --from=/work/a /home/work/a', 'diff --from=a /home/work/a'],
  ['cat /works/a /work-2/b', 'cat /works/a /work-2/b'],
  ['cat ./work/a', 'cat ./work/a'],
  ['', ''],
])('the command %s is shown as %s', (command, shown) => {
  expect(withoutFolders(command, ['/work'])).toBe(shown);
});

test('without a folder, or in the whole disk, nothing is left out', () => {
  expect(withoutFolders('cat /etc/a', [''])).toBe('cat /etc/a');
  expect(withoutFolders('cat /etc/a', ['/'])).toBe('cat /etc/a');
});
