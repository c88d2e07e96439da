import { describe, expect, it } from 'vitest';
import { slowTexts, type TextSizes } from '#test/support/slowTexts';
import { plainSnippet } from '#window/features/sessions/list/plainSnippet';
import { findLinks } from '#window/features/terminal/screen/findLinks';
import { diffRows } from './diff/diffRows';
import { BlockSplitter, mendTail, parseBlock } from './markdown/blocks';
import { withCharacters } from './markdown/characterReferences';
import { codePieces } from './markdown/codePieces';
import { withFilePlaces } from './markdown/filePlaces';
import { BLOCK_CHARACTERS } from './markdown/limits';
import { isDisguised, linkTarget } from './markdown/linkTarget';
import { plainPieces } from './markdown/plainPieces';
import { joinedLines } from './text/visibleText';

interface Scanner {
  scan(text: string): unknown;
  /** For a scanner that reads no more than a bound. */
  readonly sizes?: TextSizes;
}

/** A quarter of the bound shows the same growth and takes seconds less. */
const block: TextSizes = { small: BLOCK_CHARACTERS / 16, large: BLOCK_CHARACTERS / 4 };
const web = { kind: 'web', url: 'https://example.com/', host: 'example.com' } as const;

/** The functions that scan text of agents and programs in the window. */
const scanners: Readonly<Record<string, Scanner>> = {
  findLinks: { scan: findLinks, sizes: { small: 1_240, large: 4_960 } },
  mendTail: { scan: mendTail },
  'the Markdown splitter': { scan: (text) => new BlockSplitter().update(text) },
  'the Markdown splitter, of a growing text': {
    scan: (text) => {
      const splitter = new BlockSplitter();
      const step = text.length / 16;
      for (let end = step; end <= text.length; end += step) splitter.update(text.slice(0, end));
    },
  },
  parseBlock: { scan: parseBlock, sizes: block },
  linkTarget: { scan: linkTarget },
  isDisguised: { scan: (text) => isDisguised(text, web) },
  withCharacters: { scan: withCharacters },
  plainPieces: { scan: (text) => plainPieces(text, 0, text.length) },
  codePieces: { scan: codePieces },
  withFilePlaces: { scan: withFilePlaces },
  joinedLines: { scan: joinedLines },
  plainSnippet: { scan: (text) => plainSnippet({ text, matches: [[0, 1]] }), sizes: block },
  'diffRows, of one line': { scan: (text) => diffRows(`a${text}b`, `b${text}a`) },
  'diffRows, of lines that moved': {
    scan: (text) => diffRows(`${text}one\n`, `one\n${text}`),
  },
};

describe.each(Object.entries(scanners))('%s', (_, { scan, sizes }) => {
  it('takes time linear in the length of the text, whatever it contains', () => {
    expect(slowTexts(scan, sizes)).toEqual([]);
  });
});
