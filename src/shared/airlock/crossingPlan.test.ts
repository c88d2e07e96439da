import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HunkId } from '#shared/ids';
import { binarySide, shownWrites, textSide } from '#test/support/airlockSides';
import { textAndTwoEdits } from '#test/support/airlockTexts';
import { propertyRuns } from '#test/support/propertyRuns';
import { planCrossing } from './crossingPlan';
import { compose, textHunksOf } from './diff/compose';
import type { Resolution } from './diff/merge';
import { rebaseHunks } from './hunks';
import { reviewOf, type Side, type Sides } from './review';

interface Situation {
  readonly sides: Sides;
  readonly files: Readonly<Record<string, Side>>;
  /** Ids or types; all of them if left out. */
  readonly taking?: readonly string[];
  readonly accepted?: readonly string[];
  readonly resolution?: Resolution;
}

function plan({ sides, files, taking, accepted = [], resolution }: Situation) {
  const { hunks } = reviewOf(sides);
  const named = (names: readonly string[] | undefined) =>
    hunks.filter(
      ({ id, type }) => names === undefined || names.includes(id) || names.includes(type),
    );
  const before = new Set(named(accepted).map(({ id }) => id));
  const taken = named(taking).filter(({ id }) => !before.has(id));
  const after = new Set<HunkId>([...before, ...taken.map(({ id }) => id)]);
  const edits = rebaseHunks(
    textHunksOf(sides, taken),
    textHunksOf(
      sides,
      hunks.filter(({ id }) => before.has(id)),
    ),
  );
  const result = planCrossing(
    {
      from: compose(sides, hunks, before),
      to: compose(sides, hunks, after),
      hunks: taken,
      edits,
      ...(resolution && { resolution }),
    },
    (path) => files[path] ?? null,
  );
  return {
    writes: shownWrites(result.writes),
    conflicts: [...result.conflicts.values()].map(({ type }) => type),
  };
}

const base = textSide('a\nb\nc\nd\n');
const proposed = textSide('A\nb\nc\nD\n');
const edit: Sides = { path: 'f', base, proposed };

describe('planCrossing', () => {
  it('writes accepted hunks into a file that has not changed', () => {
    expect(plan({ sides: edit, files: { f: base } })).toEqual({
      writes: ['f 100644 "A\\nb\\nc\\nD\\n"'],
      conflicts: [],
    });
  });

  it('writes nothing that is already there', () => {
    expect(plan({ sides: edit, files: { f: proposed } })).toEqual({ writes: [], conflicts: [] });
  });

  it('merges, keeps the mode of the file, and leaves out conflicts', () => {
    const mine = textSide('a\nb\nmine\nd\n', '100755');
    expect(plan({ sides: edit, files: { f: mine } })).toEqual({
      writes: ['f 100755 "A\\nb\\nmine\\nd\\n"'],
      conflicts: ['lines'],
    });
    expect(plan({ sides: edit, files: { f: mine }, resolution: 'proposed' }).writes).toEqual([
      'f 100755 "A\\nb\\nc\\nD\\n"',
    ]);
    expect(plan({ sides: edit, files: { f: mine }, resolution: 'both' }).writes).toEqual([
      'f 100755 "A\\nb\\nmine\\nd\\nc\\nD\\n"',
    ]);
  });

  it('continues from an earlier decision', () => {
    const [first] = reviewOf(edit).hunks;
    const half = textSide('A\nb\nc\nd\n');
    const accepted = [first?.id ?? ''];
    expect(plan({ sides: edit, files: { f: half }, accepted }).writes).toEqual([
      'f 100644 "A\\nb\\nc\\nD\\n"',
    ]);
    const withMine = textSide('mine\nA\nb\nc\nd\n');
    expect(plan({ sides: edit, files: { f: withMine }, accepted })).toEqual({
      writes: ['f 100644 "mine\\nA\\nb\\nc\\nD\\n"'],
      conflicts: [],
    });
  });

  it('overwrites no file that the user created meanwhile', () => {
    const creation: Sides = { path: 'f', base: null, proposed };
    expect(plan({ sides: creation, files: {} }).writes).toEqual(['f 100644 "A\\nb\\nc\\nD\\n"']);
    expect(plan({ sides: creation, files: { f: proposed } }).writes).toEqual([]);
    expect(plan({ sides: creation, files: { f: base } })).toEqual({
      writes: [],
      conflicts: ['occupied'],
    });
  });

  it('deletes no file that the user changed meanwhile', () => {
    const deletion: Sides = { path: 'f', base, proposed: null };
    expect(plan({ sides: deletion, files: { f: base } }).writes).toEqual(['f gone']);
    expect(plan({ sides: deletion, files: {} })).toEqual({ writes: [], conflicts: [] });
    expect(plan({ sides: deletion, files: { f: proposed } })).toEqual({
      writes: [],
      conflicts: ['changed'],
    });
    expect(plan({ sides: edit, files: {} }).conflicts).toEqual(['missing', 'missing']);
  });

  it('moves a file with the user’s changes in it', () => {
    const move: Sides = { path: 'new', oldPath: 'old', base, proposed };
    expect(plan({ sides: move, files: { old: base } }).writes).toEqual([
      'new 100644 "A\\nb\\nc\\nD\\n"',
      'old gone',
    ]);
    const mine = textSide('a\nb\nc\nd\nmine\nmine\n');
    expect(plan({ sides: move, files: { old: mine }, taking: ['rename'] })).toEqual({
      writes: ['new 100644 "a\\nb\\nc\\nd\\nmine\\nmine\\n"', 'old gone'],
      conflicts: [],
    });
    expect(plan({ sides: move, files: { old: base, new: mine } })).toEqual({
      writes: ['old 100644 "A\\nb\\nc\\nD\\n"'],
      conflicts: ['occupied'],
    });
  });

  it('never merges binary files', () => {
    const binary: Sides = { path: 'f', base: binarySide('x'), proposed: binarySide('y') };
    expect(plan({ sides: binary, files: { f: binarySide('x') } }).writes).toEqual(['f 100644 "y"']);
    expect(plan({ sides: binary, files: { f: binarySide('z') } })).toEqual({
      writes: [],
      conflicts: ['changed'],
    });
    expect(plan({ sides: edit, files: { f: binarySide('z') } }).conflicts).toEqual([
      'changed',
      'changed',
    ]);
  });

  it('does not write what the encoding of the file cannot represent', () => {
    const sides: Sides = { path: 'f', base: textSide('a\nb\n'), proposed: textSide('a\n€\n') };
    const mine = textSide('é\n\na\nb\n', '100644', 'latin1');
    expect(plan({ sides, files: { f: mine } })).toEqual({ writes: [], conflicts: ['encoding'] });
  });

  it('decides the format separately from the text', () => {
    const sides: Sides = { path: 'f', base, proposed: textSide('A\r\nb\r\nc\r\nd\r\n') };
    expect(plan({ sides, files: { f: base }, taking: ['text'] }).writes).toEqual([
      'f 100644 "A\\nb\\nc\\nd\\n"',
    ]);
    const mine = textSide('a\nb\nc\nd\nmine\n');
    expect(plan({ sides, files: { f: mine } }).writes).toEqual([
      'f 100644 "A\\r\\nb\\r\\nc\\r\\nd\\r\\nmine\\r\\n"',
    ]);
  });

  it('changes the mode only of a file that still has the original one', () => {
    const sides: Sides = { path: 'f', base, proposed: textSide('a\nb\nc\nd\n', '100755') };
    expect(plan({ sides, files: { f: base } }).writes).toEqual(['f 100755 "a\\nb\\nc\\nd\\n"']);
    const mine = textSide('mine\n');
    expect(plan({ sides, files: { f: mine } }).writes).toEqual(['f 100755 "mine\\n"']);
    const link = binarySide('elsewhere', '120000');
    expect(plan({ sides, files: { f: link } }).conflicts).toEqual(['changed']);
  });

  it('writes only merges, for any three texts', () => {
    fc.assert(
      fc.property(textAndTwoEdits, ([left, mine, right]) => {
        fc.pre(left !== right && right !== '' && left !== '');
        const sides: Sides = { path: 'f', base: textSide(left), proposed: textSide(right) };
        const { writes, conflicts } = plan({ sides, files: { f: textSide(mine) } });
        if (conflicts.length === reviewOf(sides).hunks.length) expect(writes).toEqual([]);
        if (mine === left) expect(writes).toEqual([`f 100644 ${JSON.stringify(right)}`]);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
