import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, textAndTwoEdits } from '#test/support/airlockTexts';
import { propertyRuns } from '#test/support/propertyRuns';
import { computeHunks } from '../hunks';
import { REVIEWED_LINES } from '../limits';
import { splitLines, uniformEnding, withEnding } from './lines';
import { mergeHunks, mergeResolved } from './merge';
import { alignFormat } from './textFormat';

const three = fc.oneof(textAndTwoEdits, fc.tuple(anyText, anyText, anyText));

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let next = 0;
  for (const line of whole) if (line === part[next]) next++;
  return next === part.length;
}

function merged(base: string, target: string, proposed: string) {
  return mergeHunks(base, target, computeHunks(base, proposed));
}

describe('mergeHunks', () => {
  it('equals plain application while the target is the base', () => {
    fc.assert(
      fc.property(three, ([base, proposed]) => {
        const merge = merged(base, base, proposed);
        expect(merge.text).toBe(proposed);
        expect(merge.hunks.every(({ outcome }) => outcome === 'applied')).toBe(true);
      }),
    );
  });

  it('changes nothing in a target that already has the change', () => {
    fc.assert(
      fc.property(three, ([base, proposed]) => {
        // Other endings as a whole are told apart from edits before anything is merged.
        const { text } = alignFormat(
          { text: base, encoding: 'utf8' },
          { text: proposed, encoding: 'utf8' },
        );
        const merge = merged(base, text, text);
        expect(merge.text).toBe(text);
        fc.pre(uniformEnding(splitLines(base)) === uniformEnding(splitLines(text)));
        expect(merge.hunks.every(({ outcome }) => outcome === 'present')).toBe(true);
      }),
    );
  });

  it('loses no line of either side', () => {
    fc.assert(
      fc.property(three, ([base, target, proposed]) => {
        const hunks = computeHunks(base, proposed);
        const merge = mergeHunks(base, target, hunks);
        const taken = new Set(
          merge.hunks.filter(({ outcome }) => outcome === 'applied').map(({ id }) => id),
        );
        const applied = hunks.filter(({ id }) => taken.has(id));
        const result = splitLines(merge.text);
        // Where all endings differ, a line that differs in nothing else is the same line.
        const [from, to] = [base, target].map((text) => uniformEnding(splitLines(text)));
        const isTranslated = from !== null && to !== null && from !== to;
        for (const edit of isTranslated ? [] : computeHunks(base, target)) {
          expect(isSubsequence(edit.added, result)).toBe(true);
        }
        if (!base.includes('\r') && !target.includes('\r')) {
          for (const hunk of applied) expect(isSubsequence(hunk.added, result)).toBe(true);
        }
        const removed = applied.reduce((sum, hunk) => sum + hunk.removed.length, 0);
        const added = applied.reduce((sum, hunk) => sum + hunk.added.length, 0);
        expect(result.length).toBe(splitLines(target).length - removed + added);
        for (const hunk of merge.hunks) {
          if (hunk.outcome !== 'conflict') continue;
          const { targetStart, target: lines } = hunk.conflict;
          const shown = splitLines(target).slice(targetStart, targetStart + lines.length);
          expect(lines).toEqual(shown);
        }
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('is symmetric: either of two sides can be merged into the other', () => {
    fc.assert(
      fc.property(textAndTwoEdits, ([base, left, right]) => {
        fc.pre(!`${base}${left}${right}`.includes('\r'));
        const one = merged(base, left, right);
        const other = merged(base, right, left);
        const isClean = ({ hunks }: typeof one) =>
          hunks.every(({ outcome }) => outcome === 'applied');
        if (isClean(one) && isClean(other)) expect(one.text).toBe(other.text);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('keeps adjacent changes of both sides apart', () => {
    const merge = merged('a\nb\nc\n', 'a\nB\nc\n', 'a\nb\nC\n');
    expect(merge.text).toBe('a\nB\nc\n');
    expect(merge.hunks).toMatchObject([
      {
        outcome: 'conflict',
        conflict: {
          base: ['b\n', 'c\n'],
          targetStart: 1,
          target: ['B\n', 'c\n'],
          proposed: ['b\n', 'C\n'],
        },
      },
    ]);
  });

  it('applies what does not conflict and reports the rest', () => {
    const base = '1\n2\n3\n4\n5\n6\n7\n';
    const merge = merged(base, '0\n1\n2\n3\n4\n5\n6\nmine\n', '1\nII\n3\n4\n5\n6\nVII\n');
    expect(merge.text).toBe('0\n1\nII\n3\n4\n5\n6\nmine\n');
    expect(merge.hunks.map(({ outcome }) => outcome)).toEqual(['applied', 'conflict']);
  });

  it('uses the line endings of the target', () => {
    const base = 'a\nb\nc\nd\n';
    const target = base.replaceAll('\n', '\r\n').replace('a', 'A');
    const merge = merged(base, target, 'a\nb\nc\nd\ne\n');
    expect(merge.text).toBe('A\r\nb\r\nc\r\nd\r\ne\r\n');
    fc.assert(
      fc.property(textAndTwoEdits, ([left, , right]) => {
        fc.pre(!`${left}${right}`.includes('\r') && left.includes('\n'));
        const crlf = splitLines(left)
          .map((line) => withEnding(line, '\r\n'))
          .join('');
        const expected = splitLines(right)
          .map((line) => withEnding(line, '\r\n'))
          .join('');
        expect(merged(left, crlf, right).text).toBe(expected);
      }),
    );
  });
});

describe('mergeResolved', () => {
  const base = 'a\nb\nc\n';
  const hunks = computeHunks(base, 'a\ntheirs\nc\n');

  it('takes the chosen side', () => {
    expect(mergeResolved(base, 'a\nmine\nc\n', hunks, 'proposed')).toBe('a\ntheirs\nc\n');
    expect(mergeResolved(base, 'a\nmine\nc\n', hunks, 'both')).toBe('a\nmine\ntheirs\nc\n');
  });

  it('never joins two lines', () => {
    const open = computeHunks('a', 'a\nb');
    expect(mergeResolved('a', 'mine', open, 'both')).toBe('mine\na\nb');
  });

  it('gives the proposed text when only the hunks changed anything', () => {
    fc.assert(
      fc.property(three, ([left, , right]) => {
        expect(mergeResolved(left, left, computeHunks(left, right), 'both')).toBe(right);
      }),
    );
  });
});

it('a conflict of as many lines as are reviewed is resolved', () => {
  const long = 'x\n'.repeat(REVIEWED_LINES);
  const hunks = computeHunks('a\n', long);
  expect(mergeResolved('a\n', 'user\n', hunks, 'both')).toBe(`user\n${long}`);
});
