import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenced, inlineCode, link, quoted, unifiedDiff } from './markdownText';

describe('fenced', () => {
  it('ends only at its own fence, whatever the text', () => {
    const text = fc
      .array(fc.constantFrom('`', '``', '```', '````', 'a', '\n'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (content) => {
        const [first = '', ...rest] = fenced(content, 'x').split('\n');
        const fence = first.slice(0, -1);
        expect(rest.at(-1)).toBe(fence);
        expect(rest.slice(0, -1).some((line) => line.includes(fence))).toBe(false);
        expect(rest.slice(0, -1).join('\n')).toBe(content.replace(/\n$/, ''));
      }),
    );
  });
});

describe('inlineCode', () => {
  it.each([
    ['plain', '`plain`'],
    ['a ` b', '``a ` b``'],
    ['`ticks`', '`` `ticks` ``'],
    ['two\nlines', '`two lines`'],
    ['', '` `'],
    ['a\u202eb', '`a\\u{202E}b`'],
  ])('writes %j as %s', (text, expected) => {
    expect(inlineCode(text)).toBe(expected);
  });
});

describe('link', () => {
  it('lets neither the text nor the address break out', () => {
    expect(link('a [b]', 'http://x/?a=<b> c')).toBe('[a \\[b\\]](<http://x/?a=%3Cb%3E%20c>)');
  });
});

describe('quoted', () => {
  it('marks every line', () => {
    expect(quoted('a\n\nb\n')).toBe('> a\n>\n> b');
  });
});

describe('unifiedDiff', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('');

  it('shows what changed with three lines around', () => {
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

  it('shows changes far apart as hunks of their own', () => {
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

  it('turns the one text into the other', () => {
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
