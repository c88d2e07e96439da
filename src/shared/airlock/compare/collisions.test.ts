import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeId, HunkId, ObjectId } from '#shared/ids';
import { textAndTwoEdits } from '#test/support/airlockTexts';
import { propertyRuns } from '#test/support/propertyRuns';
import type { Hunk } from '../change';
import type { ChangeView } from '../changeView';
import { computeHunks, rangeOf } from '../hunks';
import { collisionLevel, type FileTouch, touchedFiles } from './collisions';
import { composeText } from './composeText';

function touched(base: string, proposed: string): FileTouch {
  return {
    base: base as ObjectId,
    proposed: proposed as ObjectId,
    hunks: computeHunks(base, proposed).map((hunk) => ({
      type: 'text',
      id: hunk.id,
      ...rangeOf(hunk),
    })),
  };
}

const base = '1\n2\n3\n4\n5\n';
const whole: Hunk = { type: 'whole', id: 'whole' as HunkId, reason: 'deletion' };

describe('collisionLevel', () => {
  it('is symmetric', () => {
    const id = 'not text' as HunkId;
    const others = fc.subarray<Hunk>([
      whole,
      { type: 'rename', id, from: 'a', to: 'b' },
      { type: 'mode', id, from: '100644', to: '100755' },
    ]);
    fc.assert(
      fc.property(textAndTwoEdits, others, others, ([text, left, right], also, more) => {
        const [one, other] = [
          { ...touched(text, left), hunks: [...also, ...touched(text, left).hunks] },
          { ...touched(text, right), hunks: [...touched(text, right).hunks, ...more] },
        ];
        expect(collisionLevel(one, other)).toBe(collisionLevel(other, one));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('reports lines wherever composing would conflict', () => {
    fc.assert(
      fc.property(textAndTwoEdits, ([text, left, right]) => {
        fc.pre(!`${text}${left}${right}`.includes('\r'));
        const sides = [left, right].map((proposed, owner) => ({
          owner,
          base: text,
          hunks: computeHunks(text, proposed),
        }));
        const { conflicts } = composeText(text, sides);
        if (conflicts.length === 0) return;
        expect(collisionLevel(touched(text, left), touched(text, right))).toBe('lines');
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('is none if both do the same', () => {
    expect(collisionLevel(touched(base, 'x\n'), touched(base, 'x\n'))).toBeNull();
  });

  it('tells the same lines from the same file', () => {
    const first = touched(base, '1\ntwo\n3\n4\n5\n');
    expect(collisionLevel(first, touched(base, '1\nTWO\n3\n4\n5\n'))).toBe('lines');
    expect(collisionLevel(first, touched(base, '1\n2\nthree\n4\n5\n'))).toBe('lines');
    expect(collisionLevel(first, touched(base, '1\n2\n3\n4\nfive\n'))).toBe('file');
  });

  it('passes over edits that both have', () => {
    const left = touched(base, '1\ntwo\n3\n4\n5\n');
    const right = touched(base, '1\ntwo\n3\n4\nfive\n');
    expect(collisionLevel(left, right)).toBe('file');
  });

  it('takes a deletion for a change of the whole file', () => {
    const gone = { base: base as ObjectId, proposed: null, hunks: [whole] };
    expect(collisionLevel(gone, touched(base, 'one\n2\n3\n4\n5\n'))).toBe('whole');
  });

  it('cannot compare places in different versions of the file', () => {
    expect(collisionLevel(touched(base, 'x\n'), touched('other\n', 'y\n'))).toBe('file');
  });

  it('takes moves to different places for a collision, and the same move for none', () => {
    expect(levels(moved('a', 'b'), moved('a', 'c'))).toEqual({ a: 'move' });
    expect(levels(moved('a', 'b'), moved('a', 'b'))).toEqual({});
    expect(levels(moved('a', 'b'), edited('a'))).toEqual({ a: 'file' });
  });

  it('passes over a move or a mode that both have', () => {
    const mode: Hunk = { type: 'mode', id: 'mode' as HunkId, from: '100644', to: '100755' };
    for (const both of [mode, ...moved('a', 'b').hunks]) {
      const [first, last] = ['1\n2\n3\n4\nfive\n', 'one\n2\n3\n4\n5\n'].map((proposed) => {
        const own = touched(base, proposed);
        return { ...own, hunks: [both, ...own.hunks] };
      });
      expect(first && last && collisionLevel(first, last)).toBe('file');
    }
  });

  it('says that a file which is not text is changed as a whole', () => {
    const image = (proposed: string): FileTouch => ({
      base: 'image' as ObjectId,
      proposed: proposed as ObjectId,
      hunks: [{ type: 'whole', id: 'whole' as HunkId, reason: 'binary' }],
    });
    expect(collisionLevel(image('a'), image('b'))).toBe('whole');
  });

  it('is found where two files come to one place', () => {
    expect(levels(moved('a', 'c'), moved('b', 'c'))).toEqual({ c: 'place' });
    expect(levels(moved('a', 'c'), { ...edited('c'), base: null })).toEqual({ c: 'place' });
  });
});

interface Touch {
  readonly path: string;
  readonly oldPath?: string;
  readonly base: string | null;
  readonly proposed: string;
  readonly hunks: readonly Hunk[];
}

function moved(from: string, to: string): Touch {
  const hunk: Hunk = { type: 'rename', id: 'rename' as HunkId, from, to };
  return { path: to, oldPath: from, base: from, proposed: from, hunks: [hunk] };
}

function edited(path: string): Touch {
  return { path, base: path, proposed: `${path}2`, hunks: touched('1\n', '2\n').hunks };
}

/** Where two sessions with one change each collide. */
function levels(...sides: readonly [Touch, Touch]): Readonly<Record<string, string>> {
  const [left, right] = sides.map(({ path, oldPath, base: from, proposed, hunks }) =>
    touchedFiles([
      {
        change: {
          changeId: path as ChangeId,
          path,
          oldPath,
          base: from === null ? null : { blob: from },
          proposed: { blob: proposed },
        },
        hunks: hunks.map((hunk) => ({ hunk, outcome: { state: 'pending' }, decisionId: null })),
        status: 'open',
      } as unknown as ChangeView,
    ]),
  );
  const found = [...(left ?? [])].flatMap(([path, own]) => {
    const other = right?.get(path);
    const level = other === undefined ? null : collisionLevel(own, other);
    return level === null ? [] : [[path, level] as const];
  });
  return Object.fromEntries(found);
}
