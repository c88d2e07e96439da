import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockSplitter, type MarkdownBlock } from './blocks';

function split(text: string): readonly MarkdownBlock[] {
  return new BlockSplitter().update(text);
}

function sources(text: string): readonly string[] {
  return split(text).map((block) =>
    block.kind === 'code' ? `[${block.language}]${block.text}` : block.source.trimEnd(),
  );
}

describe('BlockSplitter', () => {
  it('splits at blank lines and around headings', () => {
    expect(sources('one\ntwo\n\nthree\n# Head\nfour')).toEqual([
      'one\ntwo',
      'three',
      '# Head',
      'four',
    ]);
  });

  it('separates fenced code, whatever it contains', () => {
    const text = 'See:\n```ts title="x"\nlet a;\n\n# no heading\n~~~\n```\nAfter';
    expect(sources(text)).toEqual(['See:', '[ts]let a;\n\n# no heading\n~~~', 'After']);
    expect(split(text).map((block) => block.kind === 'code' && block.closed)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('requires a closing fence as long as the opening one', () => {
    expect(sources('````md\n```\ninner\n```\n````\nout')).toEqual(['[md]```\ninner\n```', 'out']);
    expect(sources('~~~\n```\n~~~')).toEqual(['[]```']);
  });

  it('shows code that is still being written, without marks that may close it', () => {
    expect(split('```js\nlet a\n``')).toEqual([
      { kind: 'code', start: 0, language: 'js', text: 'let a', closed: false },
    ]);
    expect(split('```js\nlet a\n```')).toMatchObject([{ text: 'let a', closed: true }]);
    expect(split('```js')).toMatchObject([{ kind: 'code', language: 'js', text: '' }]);
  });

  it('keeps a list whole, with its paragraphs and its code', () => {
    const list = '1. one\n\n   more\n\n   ```sh\n   ls\n\n   pwd\n   ```\n\n2. two';
    expect(sources(`${list}\n\nafter`)).toEqual([list, 'after']);
  });

  it('keeps indented code whole', () => {
    expect(sources('    a\n\n    b\n\nc')).toEqual(['    a\n\n    b', 'c']);
  });

  it('reads text with Windows line endings', () => {
    expect(sources('one\r\n\r\n```\r\nx\r\n```\r\n')).toEqual(['one', '[]x']);
  });

  it('does not treat inline code as a fence', () => {
    expect(sources('```not a fence``` here\nmore')).toEqual(['```not a fence``` here\nmore']);
  });

  it('starts again when it is given another text', () => {
    const splitter = new BlockSplitter();
    splitter.update('one\n\ntwo\n\n');
    expect(splitter.update('other').map((block) => block.start)).toEqual([0]);
    expect(splitter.update('other text')).toHaveLength(1);
  });

  it('keeps settled blocks as the same objects while text is added', () => {
    const splitter = new BlockSplitter();
    const before = splitter.update('one\n\ntwo\n\nthr');
    const after = splitter.update('one\n\ntwo\n\nthree and more');
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });

  it('gives the same blocks however the text arrived', () => {
    const line = fc.constantFrom(
      ...['text', '', '', '# head', '- item', '  more', '    code', '```', '```js', '~~~', '1. a'],
      ...['> quote', '| a | b |', '|-|-|', '   ```', '***', '`x`', '\t- tab', 'a\r'],
    );
    const pieces = fc.array(fc.nat({ max: 12 }), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), pieces, (lines, sizes) => {
        const text = lines.join('\n');
        const splitter = new BlockSplitter();
        for (let end = 0, turn = 0; end < text.length; turn++) {
          end += (sizes[turn % sizes.length] ?? 0) + 1;
          splitter.update(text.slice(0, end));
        }
        expect(splitter.update(text)).toEqual(split(text));
      }),
    );
  });

  it('loses nothing but blank lines and fences', () => {
    const part = fc.constantFrom('a', ' ', '\n', '\n\n', '- ', '# ', '    ', '> ', '|', '1. ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        const kept = split(text)
          .map((block) => (block.kind === 'markdown' ? block.source : block.text))
          .join('');
        expect(kept.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});
