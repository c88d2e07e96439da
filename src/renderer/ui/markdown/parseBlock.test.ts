import fc from 'fast-check';
import type { Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { parseBlock } from './blocks';
import { BLOCK_CHARACTERS, NESTING, TABLE_ROWS } from './limits';

function tokens(source: string): readonly Token[] {
  const block = parseBlock(source);
  if (block.kind === 'plain') throw new Error('The block was not parsed.');
  return block.tokens;
}

function childrenOf(token: Token): readonly Token[] {
  if (token.type === 'list') return token.items as readonly Token[];
  if (token.type === 'table') {
    return [...token.header, ...token.rows.flat()].flatMap((cell) => cell.tokens as Token[]);
  }
  return ('tokens' in token && token.tokens) || [];
}

function depthOf(list: readonly Token[]): number {
  let deepest = 0;
  const open = list.map((token) => ({ token, depth: 1 }));
  for (let next = open.pop(); next; next = open.pop()) {
    deepest = Math.max(deepest, next.depth);
    for (const token of childrenOf(next.token)) open.push({ token, depth: next.depth + 1 });
  }
  return deepest;
}

/** Milliseconds. Without bounds, some of these take longer even on the fastest machine. */
const HANG = 10_000;

const n = BLOCK_CHARACTERS - 1;
const bombs: Readonly<Record<string, string>> = {
  'nested quotes': '> '.repeat(n / 2),
  'nested quotes without spaces': '>'.repeat(n),
  'nested lists on one line': '- '.repeat(n / 2),
  'nested lists': Array.from({ length: 170 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
  'emphasis that never closes': '**a *b '.repeat(n / 14) + 'c* d**'.repeat(n / 14),
  stars: `${'*'.repeat(n / 2 - 1)}a${'*'.repeat(n / 2 - 1)}`,
  'stars and letters': '**a'.repeat(n / 3),
  'stars apart': '*a '.repeat(n / 3),
  'stars in runs': `${'*'.repeat(63)} a`.repeat(n / 65),
  'mixed marks': '*a_ **b '.repeat(n / 8),
  underscores: '_a __b '.repeat(n / 7),
  struck: '~~a '.repeat(n / 4),
  'mail addresses': `${'a.'.repeat(n / 2 - 1)}@`,
  'short mail addresses': `${'a.'.repeat(990)}@ `.repeat(n / 1990),
  'at signs': 'a@'.repeat(n / 2),
  brackets: '['.repeat(n),
  'open links': '[a](b "'.repeat(n / 7),
  pictures: '!['.repeat(n / 2),
  'code ticks': Array.from({ length: 240 }, (_, length) => '`'.repeat(length)).join(' '),
  tags: '<a b="'.repeat(n / 6),
  'web addresses': `http://${'a('.repeat(n / 2 - 4)}`,
  'table pipes': `${'|'.repeat(20)}\n${'|-'.repeat(20)}\n${'|'.repeat(n - 100)}`,
  'ordered list': '1. a\n'.repeat(n / 5),
};

describe('parseBlock', () => {
  it('parses what agents write', () => {
    expect(tokens('**a** `b` [c](d) ~~e~~').map((token) => token.type)).toEqual(['paragraph']);
    const types = childrenOf(tokens('**a** `b` [c](d) ~~e~~')[0] as Token).map(({ type }) => type);
    expect(types).toEqual(['strong', 'text', 'codespan', 'text', 'link', 'text', 'del']);
    expect(tokens('- [x] a\n- [ ] b')[0]).toMatchObject({ items: [{ checked: true }, {}] });
    expect(tokens('|a|b|\n|-|:-:|\n|1|2|')[0]).toMatchObject({
      type: 'table',
      align: [null, 'center'],
    });
  });

  it('finds web addresses without the punctuation of the sentence', () => {
    const found = (text: string) =>
      childrenOf(tokens(text)[0] as Token).find(({ type }) => type === 'link');
    expect(found('See https://a.example/b?c=d.')).toMatchObject({
      href: 'https://a.example/b?c=d',
    });
    expect(found('(https://a.example/x_(y))')).toMatchObject({ href: 'https://a.example/x_(y)' });
    expect(found('javascript:alert(1)')).toBeUndefined();
  });

  it('truncates long tables and counts what it left out', () => {
    const table = `|a|\n|-|\n${'|1|\n'.repeat(TABLE_ROWS + 50)}`;
    const block = parseBlock(table);
    expect(block).toMatchObject({ kind: 'tokens', hiddenRows: 50 });
    expect(parseBlock(`${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n`)).toEqual({ kind: 'plain' });
  });

  it('handles a table of five megabytes', { timeout: HANG }, () => {
    const table = `|a|b|\n|-|-|\n${'| some text | more of it |\n'.repeat(200_000)}`;
    expect(parseBlock(table)).toMatchObject({ hiddenRows: 200_000 - TABLE_ROWS });
  });

  it('returns long blocks as plain text', () => {
    expect(parseBlock('a'.repeat(BLOCK_CHARACTERS + 1))).toEqual({ kind: 'plain' });
  });

  it.each(Object.entries(bombs))('survives %s', { timeout: HANG }, (_name, source) => {
    const block = parseBlock(source);
    if (block.kind === 'tokens') expect(depthOf(block.tokens)).toBeLessThan(NESTING * 2 + 80);
  });

  it('never throws', () => {
    const part = fc.constantFrom(
      ...[
        '*',
        '_',
        '`',
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '\n',
        '\n\n',
        ' ',
        '    ',
        '#',
        '|',
        '-',
        '~',
      ],
      ...['1.', '\\', '!', 'a', 'http://b', '&amp;', '\u0000', '\u202e', '<!--', '-->', '```', ':'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
        parseBlock(parts.join(''));
      }),
    );
  });
});
