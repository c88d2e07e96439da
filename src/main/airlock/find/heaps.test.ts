import { describe, expect, it } from 'vitest';
import { heapsOf } from './heaps';

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}${index}`);

describe('heapsOf', () => {
  it.each([
    ['few files', [...files('a/', 3), 'x'], []],
    ['many in one folder', files('a/b/', 5), ['a/b/']],
    [
      'a large folder within a small one',
      [...files('a/node_modules/x/', 5), 'a/index.ts'],
      ['a/node_modules/x/'],
    ],
    ['many small folders', [...files('a/b/', 3), ...files('a/c/', 3)], ['a/']],
    [
      'large ones side by side',
      [...files('a/b/', 5), ...files('a/c/', 6), ...files('a/', 5)],
      ['a/'],
    ],
    ['two, apart', [...files('a/b/', 5), ...files('c/', 5), 'd/e'], ['a/b/', 'c/']],
    ['files at the root', files('', 9), []],
  ])('handles %s', (_, paths, expected) => {
    expect(heapsOf(paths, 4)).toEqual(expected);
  });
});
