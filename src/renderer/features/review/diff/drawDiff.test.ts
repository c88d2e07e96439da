import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeHunks, rangeOf } from '#shared/airlock/hunks';
import { WORD_MILLISECONDS } from '#window/features/review/limits';
import { drawDiff } from './drawDiff';
import type { DrawnDiff } from './drawnDiff';

const line = fc.constantFrom('a', 'b', '', '  c', 'é', '}');
const text = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, ending, isClosed]) => lines.join(ending) + (isClosed ? ending : ''));

function draw(original: string, modified: string, ignoreWhitespace = false): DrawnDiff {
  const ranges = computeHunks(original, modified).map(rangeOf);
  return drawDiff({ original, modified, ranges, ignoreWhitespace });
}

function editorLines(value: string): string[] {
  return value.split(/\r?\n/);
}

describe('drawDiff', () => {
  it('leaves unchanged lines between the changes, up to the end', () => {
    fc.assert(
      fc.property(text, text, (original, modified) => {
        const [lefts, rights] = [editorLines(original), editorLines(modified)];
        let [left, right] = [1, 1];
        for (const change of draw(original, modified).changes) {
          expect(change.original.start - left).toBe(change.modified.start - right);
          left = change.original.end;
          right = change.modified.end;
        }
        expect(lefts.length + 1 - left).toBe(rights.length + 1 - right);
      }),
    );
  });

  it('draws the given hunks, and finds the same ones by itself', () => {
    fc.assert(
      fc.property(text, text, (original, modified) => {
        const found = drawDiff({ original, modified, ranges: null, ignoreWhitespace: false });
        expect(found).toEqual(draw(original, modified));
      }),
    );
  });

  it('marks the words that changed', () => {
    const { changes } = draw('let a = one();\n', 'let a = two();\n');
    expect(changes).toEqual([
      {
        original: { start: 1, end: 2 },
        modified: { start: 1, end: 2 },
        words: [{ original: [1, 9, 1, 12], modified: [1, 9, 1, 12] }],
      },
    ]);
  });

  it('counts word offsets from the top of the file', () => {
    const { changes } = draw('x\ny\nlet a = one();\n', 'x\ny\nz\nlet a = two();\n');
    expect(changes[0]?.words?.at(-1)?.modified).toEqual([4, 9, 4, 12]);
  });

  it('hides changes of whitespace only, where the lines pair up', () => {
    const original = 'if (a) {\nb();\n}\nc\n';
    const modified = 'if (a) {\n  b();\n}\nd\n';
    expect(draw(original, modified).changes).toHaveLength(2);
    expect(draw(original, modified, true).changes).toHaveLength(1);
    expect(draw('a\n', 'a\n\n', true).changes).toHaveLength(1);
  });

  it('finds a moved block', () => {
    const block = ['function first() {', '  const value = compute();', '  return value;', '}', ''];
    const rest = Array.from({ length: 12 }, (_, index) => `const other${index} = ${index};`);
    const original = [...block, ...rest, ''].join('\n');
    const modified = [...rest, ...block, ''].join('\n');
    const [move] = draw(original, modified).moves;
    expect(move).toMatchObject({ original: { start: 1 }, modified: { start: 13 } });
  });

  it('finds a block moved to the top while lines before it were removed', () => {
    const block = ['function first() {', '  const value = compute();', '  return value;', '}'];
    const rest = Array.from({ length: 12 }, (_, index) => `const other${index} = ${index};`);
    const gone = ['const gone = 1;', 'const too = 2;'];
    const original = [...rest, ...gone, ...block, ''].join('\n');
    const modified = [...block, ...rest, ''].join('\n');
    expect(draw(original, modified).moves).toEqual([
      { original: { start: 15, end: 19 }, modified: { start: 1, end: 5 }, changes: [] },
    ]);
  });

  it('skips words, not lines, when time is up', () => {
    let time = 0;
    const now = () => {
      time += WORD_MILLISECONDS * 0.4;
      return time;
    };
    const original = 'one a\nsame\nthree a\nsame\nfive a\n';
    const modified = 'one b\nsame\nthree b\nsame\nfive b\n';
    const ranges = computeHunks(original, modified).map(rangeOf);
    const diff = drawDiff({ original, modified, ranges, ignoreWhitespace: false }, now);
    expect(diff.changes.map(({ words }) => words !== null)).toEqual([true, true, false]);
  });

  it('does not compare the words of a rewritten file', () => {
    const lines = (word: string) =>
      Array.from({ length: 300 }, (_, index) => `${word} ${index}\n`).join('');
    expect(draw(lines('old'), lines('new')).changes[0]?.words).toBeNull();
  });
});
