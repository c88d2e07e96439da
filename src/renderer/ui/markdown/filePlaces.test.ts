import { describe, expect, it } from 'vitest';
import { filePlace, withFilePlaces } from './filePlaces';

describe('filePlace', () => {
  it.each([
    ['src/cart.js:4', 'src/cart.js', 4],
    ['src/cart.js', 'src/cart.js', null],
    ['cart.js:4:12', 'cart.js', 4],
    ['./a/.eslintrc.json:1', './a/.eslintrc.json', 1],
  ])('%s is a place', (text, path, line) => {
    expect(filePlace(text)).toEqual({ text, path, line });
  });

  it.each([
    'console.log',
    'example.org',
    'https://example.org/a.js',
    '../outside.js:1',
    'a/b',
    'src/',
    'rm -rf a/b.js',
    '$(x)/a.js:1',
    'a//b.js:1',
    ':4',
  ])('%s is none', (text) => {
    expect(filePlace(text)).toBeNull();
  });
});

describe('withFilePlaces', () => {
  it('takes places out of sentences, without the marks after them', () => {
    const parts = withFilePlaces('See src/cart.js:4, (lib/a.ts) and b.ts:2.');
    expect(parts.map((part) => (typeof part === 'string' ? part : [part.text]))).toEqual([
      'See ',
      ['src/cart.js:4'],
      ', (',
      ['lib/a.ts'],
      ') and ',
      ['b.ts:2'],
      '.',
    ]);
  });

  it('loses nothing, and gives up on hostile texts in no time', () => {
    for (const text of [
      'a.b:'.repeat(50_000),
      '/'.repeat(200_000),
      'a/'.repeat(100_000),
      '.'.repeat(200_000),
      `${'a.'.repeat(100_000)}:1`,
      ':1'.repeat(100_000),
    ]) {
      const parts = withFilePlaces(text);
      expect(parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')).toBe(
        text,
      );
    }
  });
});
