import { describe, expect, it } from 'vitest';
import { diffRows } from '#window/ui/diff/diffRows';
import { patchRows } from './patchRows';

const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line + 1}\n`);

function drawn(rows: ReturnType<typeof diffRows>['rows']): string[] {
  const marks = { context: ' ', added: '+', removed: '-' };
  return rows.map((row) => (row.type === 'gap' ? `… ${row.lines}` : marks[row.type] + row.text));
}

describe('diffRows', () => {
  it('shows what changed with three lines around it', () => {
    const before = lines(20);
    const after = [...before];
    after[9] = 'changed\n';
    const { rows, added, removed } = diffRows(before.join(''), after.join(''));
    expect(drawn(rows)).toEqual([
      '… 6',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+changed',
      ' line 11',
      ' line 12',
      ' line 13',
      '… 7',
    ]);
    expect({ added, removed }).toEqual({ added: 1, removed: 1 });
  });

  it('numbers the lines of both sides', () => {
    const { rows } = diffRows('a\nb\n', 'new\na\nb\n');
    expect(rows.map((row) => row.type !== 'gap' && [row.before, row.after])).toEqual([
      [null, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('draws lines between two near changes once', () => {
    const before = lines(8);
    const after = before.filter((_, index) => index !== 2 && index !== 5);
    const texts = drawn(diffRows(before.join(''), after.join('')).rows);
    expect(texts).toEqual([...new Set(texts)]);
    expect(texts).toHaveLength(8);
  });

  it('shows nothing for equal texts and everything for a new one', () => {
    expect(diffRows('a\n', 'a\n').rows).toEqual([]);
    expect(drawn(diffRows('', 'a\nb').rows)).toEqual(['+a', '+b']);
  });
});

describe('patchRows', () => {
  it('reads hunks and skips the file headers', () => {
    const patch = [
      'diff --git a/x b/x',
      '--- a/x',
      '+++ b/x',
      '@@ -3,2 +3,3 @@ function',
      ' same',
      '-old',
      '+new',
      '+more',
      '\\ No newline at end of file',
      '@@ -20 +21 @@',
      '-gone',
      '',
    ].join('\n');
    const { rows, added, removed } = patchRows(patch);
    expect(drawn(rows)).toEqual([' same', '-old', '+new', '+more', '… 15', '-gone']);
    expect({ added, removed }).toEqual({ added: 2, removed: 2 });
  });
});
