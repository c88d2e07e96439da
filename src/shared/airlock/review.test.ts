import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HunkId } from '#shared/ids';
import { binarySide, shown, textSide } from '#test/support/airlockSides';
import { textAndEdit } from '#test/support/airlockTexts';
import { compose } from './diff/compose';
import { reviewOf, type Side, type Sides } from './review';

const path = 'a.txt';
const link = (target: string) => binarySide(target, '120000');

function review(sides: Omit<Sides, 'path'>) {
  const { kind, hunks } = reviewOf({ path, ...sides });
  return `${kind}: ${hunks.map(({ type }) => type).join(' ')}`;
}

describe('reviewOf', () => {
  it.each([
    ['modify: text', { base: textSide('a\n'), proposed: textSide('b\n') }],
    ['create: text', { base: null, proposed: textSide('b\n') }],
    ['create: whole', { base: null, proposed: textSide('') }],
    ['create: whole', { base: null, proposed: binarySide('x') }],
    ['create: whole', { base: null, proposed: link('x') }],
    ['delete: whole', { base: textSide('a\n'), proposed: null }],
    ['binary: whole', { base: binarySide('x'), proposed: binarySide('y') }],
    ['binary: whole', { base: textSide('x'), proposed: binarySide('y') }],
    ['symlink: whole', { base: link('x'), proposed: link('y') }],
    ['symlink: whole', { base: textSide('x'), proposed: link('y') }],
    ['mode: mode', { base: textSide('a\n'), proposed: textSide('a\n', '100755') }],
    ['modify: text mode', { base: textSide('a\n'), proposed: textSide('b\n', '100755') }],
    ['binary: whole mode', { base: binarySide('a'), proposed: binarySide('b', '100755') }],
    ['rename: rename', { base: textSide('a\n'), proposed: textSide('a\n'), oldPath: 'b' }],
    ['rename: text rename', { base: textSide('a\n'), proposed: textSide('b\n'), oldPath: 'b' }],
    ['modify: format', { base: textSide('a\n'), proposed: textSide('a\r\n') }],
    ['modify: text format', { base: textSide('a\n'), proposed: textSide('b\r\n') }],
  ] as const)('handles %s', (expected, sides) => {
    expect(review(sides)).toBe(expected);
  });

  it('says why a change can run code where the name alone does not', () => {
    const base = textSide('{"name": "a"}');
    const scripts = textSide('{"name": "a", "scripts": {"postinstall": "x"}}');
    const version = textSide('{"name": "a", "version": "2"}');
    const inPackage = (proposed: Side) => reviewOf({ path: 'package.json', base, proposed });
    expect(inPackage(scripts).arms).toContain('“scripts”');
    expect(inPackage(version)).not.toHaveProperty('arms');
  });

  it('does not split binary files into hunks', () => {
    const long = textSide('x\n'.repeat(200_001));
    expect(review({ base: textSide('a\n'), proposed: long })).toBe('binary: whole');
  });
});

describe('compose', () => {
  it('gives base and proposal exactly, and anything between by its parts', () => {
    const sides: Sides = {
      path: 'new.txt',
      oldPath: 'old.txt',
      base: textSide('a\nb\nc\nd\n'),
      proposed: textSide('A\r\nb\r\nc\r\nD\r\n', '100755'),
    };
    const { hunks } = reviewOf(sides);
    const [first, second] = hunks;
    const composed = (...ids: (string | undefined)[]) =>
      shown(compose(sides, hunks, new Set(ids as HunkId[])));
    expect(composed()).toBe('old.txt 100644 "a\\nb\\nc\\nd\\n"');
    expect(composed(...hunks.map(({ id }) => id))).toBe(
      'new.txt 100755 "A\\r\\nb\\r\\nc\\r\\nD\\r\\n"',
    );
    expect(composed(first?.id)).toBe('old.txt 100644 "A\\nb\\nc\\nd\\n"');
    expect(composed(second?.id, 'rename')).toBe('new.txt 100644 "a\\nb\\nc\\nD\\n"');
    expect(composed('mode')).toBe('old.txt 100755 "a\\nb\\nc\\nd\\n"');
    expect(composed(first?.id, 'format')).toBe('old.txt 100644 "A\\r\\nb\\r\\nc\\r\\nd\\r\\n"');
  });

  it('creates no file unless some of it was accepted', () => {
    const sides: Sides = { path, base: null, proposed: textSide('a\n') };
    const { hunks } = reviewOf(sides);
    expect(compose(sides, hunks, new Set())).toBeNull();
    expect(shown(compose(sides, hunks, new Set(hunks.map(({ id }) => id))))).toBe(
      'a.txt 100644 "a\\n"',
    );
  });

  it('replaces a file by a link as a whole', () => {
    const sides: Sides = { path, base: textSide('a\n'), proposed: link('b') };
    const { hunks } = reviewOf(sides);
    expect(shown(compose(sides, hunks, new Set(['whole' as HunkId])))).toBe('a.txt 120000 "b"');
  });

  it('names the exact bytes once all hunks are accepted, whatever the formats were', () => {
    fc.assert(
      fc.property(textAndEdit, ([left, right]) => {
        fc.pre(left !== right);
        const sides: Sides = { path, base: textSide(left), proposed: textSide(right) };
        const { hunks } = reviewOf(sides);
        expect(hunks.length).toBeGreaterThan(0);
        const all = compose(sides, hunks, new Set(hunks.map(({ id }) => id)));
        expect(all?.content).toMatchObject({ type: 'kept', version: sides.proposed?.version });
      }),
    );
  });
});
