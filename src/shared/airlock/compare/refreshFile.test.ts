import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileMode } from '#shared/airlock/change';
import type { ObjectId } from '#shared/ids';
import { propertyRuns } from '#test/support/propertyRuns';
import { mergeHunks } from '../diff/merge';
import { computeHunks } from '../hunks';
import type { Side } from '../review';
import { hasMovedOn, refreshFile } from './refreshFile';

function side(text: string | null, mode: FileMode = '100644'): Side {
  const bytes = text ?? 'binary';
  return {
    version: {
      blob: `${text === null ? 'b' : 't'}${bytes}` as ObjectId,
      mode,
      bytes: bytes.length,
    },
    text: text === null ? null : { text, encoding: 'utf8' },
  };
}

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 8 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

describe('a file that continues from the user’s', () => {
  it('is the user’s where the agent has not touched it, and stays where both say the same', () => {
    fc.assert(
      fc.property(text, text, (before, now) => {
        fc.pre(before !== now);
        expect(refreshFile({ base: side(before), work: side(before), user: side(now) })).toEqual({
          type: 'users',
          isDropped: false,
        });
        expect(refreshFile({ base: side(before), work: side(now), user: side(now) })).toEqual({
          type: 'same',
        });
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('has every line of the user’s, and of the agent’s all but those that it names', () => {
    fc.assert(
      fc.property(text, text, text, (before, mine, yours) => {
        const file = refreshFile({ base: side(before), work: side(mine), user: side(yours) });
        if (file.type !== 'merged') return;
        const merge = mergeHunks(before, yours, computeHunks(before, mine));
        expect(file.text).toBe(merge.text);
        const conflicts = merge.hunks.filter(({ outcome }) => outcome === 'conflict');
        expect(file.dropped).toHaveLength(conflicts.length);
        // What is left of the agent's work fits the new text: continuing from it again changes nothing.
        const again = refreshFile({ base: side(yours), work: side(file.text), user: side(yours) });
        if (again.type === 'merged') expect(again.text).toBe(file.text);
        if (again.type === 'merged') expect(again.dropped).toEqual([]);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('names the lines that both changed', () => {
    const file = refreshFile({
      base: side('one\ntwo\nthree\nfour\n'),
      work: side('one\nagent\nthree\nadded\nfour\n'),
      user: side('one\nuser\nthree\nfour\n'),
    });
    expect(file).toEqual({
      type: 'merged',
      text: 'one\nuser\nthree\nadded\nfour\n',
      mode: '100644',
      dropped: [{ start: 1, removed: ['user\n'], added: ['agent\n'] }],
    });
  });

  it('is the user’s as a whole where either side deleted it, or it is not text', () => {
    const lost = { type: 'users', isDropped: true };
    const [base, other] = [side('a\n'), side('b\n')];
    expect(refreshFile({ base, work: null, user: other })).toEqual(lost);
    expect(refreshFile({ base, work: other, user: null })).toEqual(lost);
    expect(refreshFile({ base, work: side(null), user: other })).toEqual(lost);
  });

  it('keeps the agent’s mode', () => {
    const work = side('a\nb\nc\nagent\n', '100755');
    const file = refreshFile({ base: side('a\nb\nc\n'), work, user: side('user\nb\nc\n') });
    expect(file).toMatchObject({ text: 'user\nb\nc\nagent\n', mode: '100755', dropped: [] });
  });
});

it('changed line endings alone do not count as new text', () => {
  expect(hasMovedOn(side('a\nb\n'), side('a\r\nb\r\n'))).toBe(false);
  expect(hasMovedOn(side('a\nb\n'), side('a\nc\n'))).toBe(true);
  expect(hasMovedOn(side('a\n'), null)).toBe(true);
  expect(hasMovedOn(null, null)).toBe(false);
  expect(hasMovedOn(side('a\n'), side('a\n', '100755'))).toBe(true);
});
