import { createScanner, type SyntaxKind } from 'jsonc-parser';

export type JsoncTokenKind = 'open' | 'close' | 'comma' | 'comment' | 'other';

export interface JsoncToken {
  readonly kind: JsoncTokenKind;
  readonly offset: number;
  readonly end: number;
}

/**
 * The parser declares these as a const enum, which modules that are compiled separately cannot
 * read.
 */
const syntax = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  whitespace: 15,
  endOfFile: 17,
} as const satisfies Record<string, SyntaxKind>;

/** The tokens in a range of the text, without whitespace. The range must start at a token. */
export function* tokensOf(
  text: string,
  start: number = 0,
  end: number = text.length,
): Generator<JsoncToken> {
  const scanner = createScanner(text);
  scanner.setPosition(start);
  for (;;) {
    const token = scanner.scan();
    const offset = scanner.getTokenOffset();
    if (token === syntax.endOfFile || offset >= end) return;
    if (token === syntax.lineBreak || token === syntax.whitespace) continue;
    yield { kind: kindOf(token), offset, end: offset + scanner.getTokenLength() };
  }
}

function kindOf(token: SyntaxKind): JsoncTokenKind {
  switch (token) {
    case syntax.openBrace:
    case syntax.openBracket:
      return 'open';
    case syntax.closeBrace:
    case syntax.closeBracket:
      return 'close';
    case syntax.comma:
      return 'comma';
    case syntax.lineComment:
    case syntax.blockComment:
      return 'comment';
    default:
      return 'other';
  }
}
