import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeText } from '#shared/text/textPieces';
import { diffPieces, unifiedDiff } from './unifiedDiff';

describe('unifiedDiff', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('');

  it('shows changes with three lines around', () => {
    expect(unifiedDiff('/n.txt', numbers(1, 20), `${numbers(1, 9)}ten\n${numbers(11, 20)}`)).toBe(
      [
        '--- a/n.txt',
        '+++ b/n.txt',
        '@@ -7,7 +7,7 @@',
        ' 7',
        ' 8',
        ' 9',
        '-10',
        '+ten',
        ' 11',
        ' 12',
        ' 13',
      ].join('\n'),
    );
  });

  it('shows new and deleted files as git does', () => {
    expect(unifiedDiff('n', null, 'a\nb\n')).toBe(
      '--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b',
    );
    expect(unifiedDiff('n', 'a\n', null)).toBe('--- a/n\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a');
  });

  it('shows changes far apart as separate hunks', () => {
    const changed = `zero\n${numbers(1, 9)}ten\n${numbers(11, 20)}`;
    expect(unifiedDiff('n', numbers(1, 20), changed).split('\n').slice(2)).toEqual(
      ['@@ -1,3 +1,4 @@', '+zero', ' 1', ' 2', ' 3'].concat([
        '@@ -7,7 +8,7 @@',
        ' 7',
        ' 8',
        ' 9',
        '-10',
        '+ten',
        ' 11',
        ' 12',
        ' 13',
      ]),
    );
    expect(unifiedDiff('n', 'same\n', 'same\n')).toBe('--- a/n\n+++ b/n');
  });

  it('turns one text into the other when applied', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(text, text, (old, next) => {
        const diff = unifiedDiff('x', `${old.join('\n')}\n`, `${next.join('\n')}\n`);
        const result: string[] = [];
        let position = 0;
        for (const line of diff.split('\n').slice(2)) {
          const start = /^@@ -(\d+),(\d+)/.exec(line);
          if (start) {
            const from = Number(start[2]) === 0 ? Number(start[1]) : Number(start[1]) - 1;
            result.push(...old.slice(position, from));
            position = from;
          } else if (line.startsWith('+')) {
            result.push(line.slice(1));
          } else {
            expect(line.slice(1)).toBe(old[position++]);
            if (line.startsWith(' ')) result.push(line.slice(1));
          }
        }
        expect([...result, ...old.slice(position)]).toEqual(next);
      }),
    );
  });
});

describe('diffPieces', () => {
  const long = 'the same line\n'.repeat(200_000);
  const shown = (before: string | null, after: string | null) =>
    wholeText(diffPieces('n', before, after));

  it('shows short texts as unifiedDiff does', async () => {
    expect(await shown('a\nb\n', 'a\nc\n')).toBe(unifiedDiff('n', 'a\nb\n', 'a\nc\n'));
  });

  it('shows everything between the first and the last changed line of long texts', async () => {
    expect(await shown(`${long}old\n${long}`, `${long}new\n\n${long}`)).toBe(
      '--- a/n\n+++ b/n\n@@ -200001,1 +200001,2 @@\n-old\n+new\n+',
    );
    expect(await shown(long, `${long}more\n`)).toBe(
      '--- a/n\n+++ b/n\n@@ -200000,0 +200001,1 @@\n+more',
    );
    expect(await shown(`x${long}`, long)).toBe(
      '--- a/n\n+++ b/n\n@@ -1,1 +1,1 @@\n-xthe same line\n+the same line',
    );
    expect(await shown(long, long)).toBe('--- a/n\n+++ b/n');
  });

  it('shows a long text that is new or deleted', async () => {
    const marked = (mark: string) => `${mark}the same line`.concat('\n').repeat(200_000).trimEnd();
    expect(await shown(null, long)).toBe(
      `--- /dev/null\n+++ b/n\n@@ -0,0 +1,200000 @@\n${marked('+')}`,
    );
    expect(await shown(long, null)).toBe(
      `--- a/n\n+++ /dev/null\n@@ -1,200000 +0,0 @@\n${marked('-')}`,
    );
  });
});
