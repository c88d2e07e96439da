import { describe, expect, it } from 'vitest';
import { exampleChange } from '#test/window/exampleChange';
import { composeFeedback, type RejectedHunk } from './composeFeedback';
import type { LineComment } from './lineComment';

const comment: LineComment = {
  id: '1',
  path: 'src/a.ts',
  side: 'modified',
  start: 4,
  end: 6,
  quote: ['const a = 1;', 'const b = 2;'],
  text: ' Name these. ',
};

function refusal(
  base: string,
  proposed: string | null,
  lines: readonly string[] = [],
): RejectedHunk {
  const [first] = exampleChange({ base, proposed }).hunks;
  if (first === undefined) throw new Error('The texts do not differ.');
  return { path: 'src/b.ts', hunk: first.hunk, lines };
}

describe('composeFeedback', () => {
  it('is empty without decisions or comments', () => {
    expect(composeFeedback({ comments: [], refusals: [], isReverted: true })).toBeNull();
  });

  it('quotes the lines of a comment', () => {
    expect(composeFeedback({ comments: [comment], refusals: [], isReverted: true })).toBe(
      [
        'I have a comment on your changes.',
        '',
        'src/a.ts, lines 5–6:',
        '> const a = 1;',
        '> const b = 2;',
        '',
        'Name these.',
      ].join('\n'),
    );
  });

  it('describes removed lines as the old ones', () => {
    const text = composeFeedback({
      comments: [{ ...comment, side: 'original', end: 5 }, comment],
      refusals: [],
      isReverted: true,
    });
    expect(text).toContain('I have 2 comments on your changes.');
    expect(text).toContain('src/a.ts, line 5 (before your change):');
  });

  it('names what was rejected, and that it is gone', () => {
    const refusals = [refusal('a\n', 'b\n', ['b\n']), refusal('a\nb\n', 'a\n', ['b\n'])];
    expect(composeFeedback({ comments: [], refusals, isReverted: true })).toBe(
      [
        'I rejected 2 of your changes, and they have been reverted in your working tree:',
        '',
        '- src/b.ts: line 1',
        '  > b',
        '- src/b.ts: the removal of line 2',
        '  > b',
        '',
        'Do not make rejected changes again unless I ask for them.',
      ].join('\n'),
    );
  });

  it('describes hunks without text', () => {
    const text = composeFeedback({
      comments: [],
      refusals: [refusal('a\n', null)],
      isReverted: false,
    });
    expect(text).toContain('I rejected one of your changes:');
    expect(text).toContain('- src/b.ts: deleting the file');
  });

  it.each([
    ['100644', '100755', 'making it executable'],
    ['100755', '100644', 'making it not executable'],
  ] as const)('says which change of a mode was rejected, %s to %s', (baseMode, mode, words) => {
    const [hunk] = exampleChange({ base: 'a\n', proposed: 'a\n', baseMode, mode }).hunks;
    if (hunk === undefined) throw new Error('There is a hunk.');
    const refusals = [{ path: 'run.sh', hunk: hunk.hunk, lines: [] }];
    expect(composeFeedback({ comments: [], refusals, isReverted: false })).toContain(
      `- run.sh: ${words}`,
    );
  });

  it('truncates long text, by lines and within them', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `${index}${'x'.repeat(500)}\n`);
    const text = composeFeedback({
      comments: [],
      refusals: [refusal('', lines.join(''), lines)],
      isReverted: true,
    });
    expect(text).toContain('… (28 more lines)');
    expect(text?.length).toBeLessThan(4_000);
  });
});
