import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyHunks, computeHunks, invertHunks } from '#shared/airlock/hunks';
import { propertyRuns } from '#test/support/propertyRuns';
import {
  creditLines,
  followLines,
  type LineOrigin,
  lineKeys,
  removedLines,
  restoreLines,
  type TracedText,
  UNTRACED,
  withContext,
} from './trace';

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** The text with its origins in front of its lines. */
function shown(traced: TracedText, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `${traced.origins[index] ?? '-'} ${line}`);
}

const BASE = ['const one = 1;', 'const two = 2;', 'const three = 3;', 'export default one;'];
/** The second line is by 7. */
const AGENT = [BASE[0], 'const deux = 2;', ...BASE.slice(2)] as string[];
const traced = acceptLines(UNTRACED, lineKeys(text(BASE)), lineKeys(text(AGENT)), 7);

describe('tracing lines', () => {
  it('knows what was accepted, and leaves the rest to the user', () => {
    expect(shown(traced, AGENT)).toEqual([
      '- const one = 1;',
      '7 const deux = 2;',
      '- const three = 3;',
      '- export default one;',
    ]);
  });

  it('follows lines that others put lines before, indent or move', () => {
    const later = ['// A new one.', ...AGENT.slice(2), '  const deux = 2;'];
    const followed = followLines(traced, lineKeys(text(later)));
    expect(shown(followed, later)).toEqual([
      '- // A new one.',
      '- const three = 3;',
      '- export default one;',
      '7   const deux = 2;',
    ]);
  });

  it('leaves a moved line with whoever wrote it, whoever moves it', () => {
    const moved = ['const deux = 2;', AGENT[0], ...AGENT.slice(2)] as string[];
    const next = acceptLines(traced, lineKeys(text(AGENT)), lineKeys(text(moved)), 8);
    expect(next.origins).toEqual([7, null, null, null]);
  });

  it('moves brackets along with the line between them', () => {
    const block = ['{', 'const deux = 2;', '}'];
    const rest = ['first words here', 'second words here', 'third words here', 'last words here'];
    const state = acceptLines(
      UNTRACED,
      lineKeys(text(rest)),
      lineKeys(text([...block, ...rest])),
      7,
    );
    const moved = lineKeys(text([...rest, ...block]));
    expect(followLines(state, moved).origins).toEqual([null, null, null, null, 7, 7, 7]);
  });

  it('takes no bracket for a moved line', () => {
    const one = ['{', 'const deux = 2;', '}'];
    const state = acceptLines(UNTRACED, [], lineKeys(text(one)), 1);
    const two = ['other words here', '}'];
    expect(followLines(state, lineKeys(text(['}', 'some thing new', '{']))).origins).not.toContain(
      2,
    );
    expect(acceptLines(state, state.keys, lineKeys(text(two)), 2).origins).toEqual([2, null]);
  });

  it('leaves brackets with whoever wrote them while a line beside them, or of the same edit, is there', () => {
    const one = ['first words here', '{', 'const deux = 2;', '', 'const trois = 3;', '}'];
    const state = acceptLines(UNTRACED, [], lineKeys(text(one)), 1);
    const edited = ['words by me', '{', 'more words by me', '', 'const trois = 3;', '}', '}'];
    expect(followLines(state, lineKeys(text(edited))).origins).toEqual([
      ...[null, 1, null],
      ...[1, 1, 1, null],
    ]);
    const rest = ['first words here', 'second words here'];
    const added = acceptLines(UNTRACED, lineKeys(text(rest)), lineKeys(text([...rest, '}'])), 1);
    const moved = ['mine before', ...rest, '}'];
    expect(followLines(added, lineKeys(text(moved))).origins).toEqual([null, null, null, 1]);
    // Another text, with brackets of its own.
    const other = ['class Another', '{', '', '}'];
    expect(followLines(state, lineKeys(text(other))).origins).toEqual(other.map(() => null));
  });

  it('gives lines back to whoever had written them when a decision is undone', () => {
    const keys = lineKeys(text(BASE));
    const next = acceptLines(traced, traced.keys, keys, 8);
    const removed = removedLines(traced, next);
    expect(next.origins).toEqual([null, 8, null, null]);
    expect(restoreLines(next, traced.keys, removed).origins).toEqual(traced.origins);
  });

  it('credits lines of a composed result to whoever had written them', () => {
    const composed = ['alpha one', 'beta two', 'gamma three'];
    const state = acceptLines(UNTRACED, [], lineKeys(text(composed)), 9);
    const credited = { keys: lineKeys('  beta two\n'), origins: [4] };
    const file = { paths: [], text: credited };
    expect(creditLines(state, 9, file, 9).origins).toEqual([9, 4, 9]);
    expect(creditLines(state, 9, file, null).origins).toEqual([null, 4, null]);
  });

  it('tells equal lines of a composed result apart by the lines around them', () => {
    const middle = Array.from({ length: 20 }, (_, index) => `line number ${index}`);
    const composed = ['}', ...middle, '}'];
    const origins = composed.map((_, at) => (at === 0 ? 1 : at === 21 ? 2 : null));
    const kept = withContext({ keys: lineKeys(text(composed)), origins });
    expect(kept.keys).toHaveLength(8);
    const file = { paths: [], text: kept };
    const lower = {
      keys: lineKeys(text([...middle, '}'])),
      origins: [...middle.map(() => null), 9],
    };
    expect(creditLines(lower, 9, file, null).origins.at(-1)).toBe(2);
  });

  const line = fc.constantFrom('alpha one', 'beta two', 'gamma three', '}', '', 'delta four');
  const lines = fc.array(line, { maxLength: 12 });

  it('gives each line one origin, and knows those that were inserted', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, inserted, more) => {
        const unique = inserted.map((words, index) => `${words} inserted ${index}`);
        const after = [...base, ...unique];
        const state = acceptLines(UNTRACED, lineKeys(text(base)), lineKeys(text(after)), 3);
        expect(state.origins).toHaveLength(after.length);
        expect(state.origins.filter((origin) => origin === 3)).toHaveLength(unique.length);
        // Whatever is put around them, and wherever they go, they are still whose they were.
        const later = [...more, ...unique, ...base.toReversed()];
        const followed = followLines(state, lineKeys(text(later)));
        expect(followed.origins).toHaveLength(later.length);
        expect(followed.origins.slice(more.length, more.length + unique.length)).toEqual(
          unique.map(() => 3),
        );
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('follows lines through hunks that are reverted while others stay', () => {
    fc.assert(
      fc.property(lines, lines, (base, added) => {
        const first = [...base, ...added.map((words, index) => `${words} first ${index}`)];
        const second = ['second one here', ...first];
        const one = acceptLines(UNTRACED, lineKeys(text(base)), lineKeys(text(first)), 1);
        const two = acceptLines(one, lineKeys(text(first)), lineKeys(text(second)), 2);
        const hunks = computeHunks(text(base), text(first));
        const inverse = invertHunks(hunks).map((hunk) => ({
          ...hunk,
          baseStart: hunk.baseStart + 1,
        }));
        const reverted = applyHunks(text(second), inverse);
        expect(reverted).toBe(text(['second one here', ...base]));
        const followed = restoreLines(two, lineKeys(reverted), removedLines(UNTRACED, one));
        expect(followed.origins[0]).toBe(2);
        expect(followed.origins).not.toContain(1);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

/** Accepted hunks brought the file from one text to another. What changed before that is the user's. */
function acceptLines(
  known: TracedText,
  before: readonly string[],
  after: readonly string[],
  origin: LineOrigin,
): TracedText {
  return followLines(followLines(known, before), after, origin);
}
