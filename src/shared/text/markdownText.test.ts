import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeText } from '#shared/text/textPieces';
import { fenced, fencedPieces, inlineCode, link, quoted, quotedPieces } from './markdownText';

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

describe('a text in pieces', () => {
  const pieces = fc.array(
    fc
      .array(fc.constantFrom('`', '``', 'a', ' ', '\n', '\n\n'), { maxLength: 6 })
      .map((parts) => parts.join('')),
  );
  async function* given(all: readonly string[]) {
    yield* all;
  }

  it('is fenced and quoted as it would be whole', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, async (all) => {
        const text = all.join('');
        expect(await wholeText(fencedPieces(() => given(all), 'x'))).toBe(fenced(text, 'x'));
        expect(await wholeText(quotedPieces(given(all)))).toBe(quoted(text));
      }),
    );
  });
});
