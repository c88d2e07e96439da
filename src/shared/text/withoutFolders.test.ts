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

test('a sentence about the folder itself names it', () => {
  const sentence = 'The folder /work was deleted, and /work/src/a.ts with it.';
  const shown = 'The folder /work was deleted, and src/a.ts with it.';
  expect(withoutFolders(sentence, ['/work'], 'sentence')).toBe(shown);
});

test('without a folder, or in the whole disk, nothing is left out', () => {
  expect(withoutFolders('cat /etc/a', [''])).toBe('cat /etc/a');
  expect(withoutFolders('cat /etc/a', ['/'])).toBe('cat /etc/a');
});
