import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { compileGlob, hasWildcard } from './glob';

describe('compileGlob', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/deep/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/one/two/a.ts', true],
    ['src/**/*.ts', 'lib/a.ts', false],
    ['**', 'any/thing', true],
    ['**/*', 'any/thing', true],
    ['src', 'src/deep/a.ts', true],
    ['src/', 'src/a.ts', true],
    ['src/', 'lib/src/a.ts', true],
    ['src/lib', 'src/lib/a.ts', true],
    ['./src/a.ts', 'src/a.ts', true],
    ['./a.ts', 'src/a.ts', false],
    ['a.ts', 'src/a.ts', true],
    ['a?.ts', 'ab.ts', true],
    ['a?.ts', 'a/.ts', false],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['{src,test}/**/*.{js,ts}', 'test/x/a.js', true],
    ['{src,test}/**', 'docs/a.md', false],
    ['[ab].ts', 'b.ts', true],
    ['[!ab].ts', 'b.ts', false],
    ['[a-c]x', 'bx', true],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
    ['.env', '.env', true],
    ['*.env', '.env', true],
    ['a+b(c).txt', 'a+b(c).txt', true],
    ['**/test/**', 'a/test/b/c.ts', true],
    ['', 'a.ts', true],
  ])('%s on %s: %s', (glob, path, matches) => {
    expect(compileGlob(glob)(path)).toBe(matches);
  });

  const name = fc
    .string({ unit: fc.constantFrom('a', 'b', '.', 'x'), minLength: 1, maxLength: 4 })
    .filter((text) => !/^\.+$/.test(text));
  const path = fc.array(name, { minLength: 1, maxLength: 4 });

  test('agrees with a plain translation to a regular expression', () => {
    const part = fc.oneof(
      name,
      fc.constant('*'),
      fc.constant('**'),
      name.map((text) => `${text}*`),
      name.map((text) => `?${text}`),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 5 }), path, (parts, names) => {
        expect(compileGlob(parts.join('/'))(names.join('/'))).toBe(
          translate(parts).test(`${names.join('/')}/`),
        );
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  test('a path matches itself, its folder, its ending and everything', () => {
    fc.assert(
      fc.property(path, (names) => {
        const whole = names.join('/');
        for (const glob of [
          whole,
          '**',
          names.length > 1 ? `${names[0]}/` : '*',
          `**/${names.at(-1)}`,
          `*${names.at(-1)}`,
        ]) {
          expect(compileGlob(glob)(whole)).toBe(true);
        }
      }),
    );
  });

  // A naive matcher takes exponential time for each of these.
  test('no glob hangs', () => {
    expect(compileGlob(`${'a*'.repeat(200)}b`)('a'.repeat(5_000))).toBe(false);
    expect(compileGlob(`${'**/a/'.repeat(100)}b`)('a/'.repeat(2_000))).toBe(false);
    expect(compileGlob('{a,b}'.repeat(30))('ab')).toBe(false);
  });
});

test('hasWildcard', () => {
  expect(['*.ts', 'a?', '{a,b}', '[ab]'].every(hasWildcard)).toBe(true);
  expect(['a.ts', '{a}', 'x/y'].some(hasWildcard)).toBe(false);
});

/** Two forms, like the matcher: the path itself, and everything in it. */
function translate(parts: readonly string[]): RegExp {
  const source = parts
    .map((part) =>
      part === '**'
        ? '(?:[^/]+/)*'
        : `${part.replace(/[.]/g, '\\.').replace(/\*/g, '[^/]*').replace(/\?/g, '[^/]')}/`,
    )
    .join('');
  return new RegExp(`^${source}$|^${source}(?:[^/]+/)*[^/]+/$`);
}
