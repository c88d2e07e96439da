import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { composeText } from './compare/composeText';
import { splitLines } from './diff/lines';
import { joinWhole, placeHunks } from './diff/merge';
import { applyToLines, computeHunks } from './hunks';

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** A text with some of its lines replaced, removed or followed by others, all of them signed. */
function edits(name: string) {
  const edit = fc.constantFrom(...new Array(9).fill('keep'), 'replace', 'remove', 'insert');
  return fc.array(edit, { minLength: 8, maxLength: 8 }).map(
    (given) => (base: readonly string[]) =>
      base.flatMap((line, at) => {
        const own = `${name} ${at}`;
        if (given[at] === 'replace') return [own];
        if (given[at] === 'remove') return [];
        return given[at] === 'insert' ? [line, own] : [line];
      }),
  );
}

describe('reverting what a session brought in', () => {
  it('leaves what other sessions brought in, before or after it, and names what it cannot take out', () => {
    const base = Array.from({ length: 8 }, (_, at) => `line ${at}`);
    fc.assert(
      fc.property(edits('first'), edits('second'), fc.boolean(), (first, second, isFirst) => {
        const [one, two] = [text(first(base)), text(second(base))];
        const side = (owner: string, proposed: string) => ({
          owner,
          base: text(base),
          hunks: computeHunks(text(base), proposed),
        });
        const sides = [side('first', one), side('second', two)];
        const both = composeText(text(base), isFirst ? sides : sides.toReversed());
        // What both did, one of them cannot undo for itself.
        const [ofFirst, ofSecond] = sides.map(({ hunks }) =>
          hunks.map(({ baseStart }) => baseStart),
        );
        fc.pre(both.conflicts.length === 0 && !ofFirst?.some((at) => ofSecond?.includes(at)));
        // As an undo does it: from the text with the session's hunks to the one without.
        const found = placeHunks(one, both.text, computeHunks(one, text(base)));
        const reverted = joinWhole(applyToLines(splitLines(both.text), found.placed));
        const signed = (all: string, name: string) =>
          splitLines(all).filter((line) => line.startsWith(name));
        expect(signed(reverted, 'second')).toEqual(signed(two, 'second'));
        const isLeft = found.outcomes.some(({ outcome }) => outcome === 'conflict');
        if (isLeft) return;
        expect(signed(reverted, 'first')).toEqual([]);
        expect(reverted).toBe(two);
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it('leaves what was written on top of it, and names every hunk that it leaves for that', () => {
    const base = Array.from({ length: 8 }, (_, at) => `line ${at}`);
    fc.assert(
      fc.property(edits('first'), edits('later'), (first, later) => {
        const one = text(first(base));
        const present = text(later(first(base)));
        const hunks = computeHunks(one, text(base));
        const { placed, outcomes } = placeHunks(one, present, hunks);
        const reverted = joinWhole(applyToLines(splitLines(present), placed));
        const signed = (all: string, name: string) =>
          splitLines(all).filter((line) => line.startsWith(name));
        expect(signed(reverted, 'later')).toEqual(signed(present, 'later'));
        expect(outcomes).toHaveLength(hunks.length);
        const left = outcomes.filter(({ outcome }) => outcome === 'conflict').map(({ id }) => id);
        const named = hunks.filter(({ id }) => left.includes(id)).flatMap(({ removed }) => removed);
        expect(named).toEqual(expect.arrayContaining(signed(reverted, 'first')));
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
