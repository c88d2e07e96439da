import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstChangedLine, unifiedDiff } from './lineDiff';

describe('unifiedDiff', () => {
  test('shows what changed with three lines around it', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n');
    expect(unifiedDiff('a.txt', `${before}\n`, `${before.replace('line 10', 'new')}\n`)).toBe(
      '--- a.txt\n+++ a.txt\n@@ -7,7 +7,7 @@\n line 7\n line 8\n line 9\n-line 10\n+new\n line 11\n line 12\n line 13',
    );
  });

  test('a new file, and one that goes', () => {
    expect(unifiedDiff('a', undefined, 'x\ny\n')).toBe(
      '--- /dev/null\n+++ a\n@@ -0,0 +1,2 @@\n+x\n+y',
    );
    expect(unifiedDiff('a', 'x\n', undefined)).toBe('--- a\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x');
  });

  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });

  test('its marks are the difference and nothing else', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const body = unifiedDiff('f', join(before), join(after))
          .split('\n')
          .slice(2)
          .filter((line) => !line.startsWith('@@'));
        const removed = body.filter((line) => line.startsWith('-')).length;
        const added = body.filter((line) => line.startsWith('+')).length;
        expect(after.length - before.length).toBe(added - removed);
        if (join(before) === join(after)) expect(body).toEqual([]);
      }),
    );
  });
});

test.each([
  ['a\nb\n', 'a\nc\n', 2],
  ['', 'x\n', 1],
  ['a\nb', 'a', 1],
])('firstChangedLine(%j, %j)', (before, after, line) => {
  expect(firstChangedLine(before, after)).toBe(line);
});

function join(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
