import type { MarkedToken, Token, Tokens } from 'marked';
import { MATCH_START, type MatchedText, parseMarked, withMarks } from '#shared/text/matchedText';
import { mendTail, parseBlock } from '#window/ui/markdown/blocks';
import { withCharacters } from '#window/ui/markdown/characterReferences';

const CUT = '…';

/** Markdown as the text that a reader would see, with the same matches. */
export function plainSnippet(snippet: MatchedText): MatchedText {
  const parsed = parseBlock(mend(withMarks(snippet)));
  if (parsed.kind === 'plain') return snippet;
  const plain = parseMarked(textOf(parsed.tokens).replace(/\s+/g, ' ').trim());
  // Raw text is better than text that lost the match.
  return plain.matches.length > 0 ? plain : snippet;
}

/**
 * Restores the halves of markers that were cut off, so that the others are not mistaken for text.
 */
function mend(source: string): string {
  const isCutBefore = source.startsWith(CUT);
  const isCutAfter = source.endsWith(CUT);
  const inner = source.slice(isCutBefore ? 1 : 0, isCutAfter ? -1 : undefined);
  const head = isCutBefore ? CUT + openingOf(inner) : '';
  return isCutAfter ? mendTail(head + inner) + CUT : head + inner;
}

/** The opening marker that the first closing marker of the text belongs to. */
function openingOf(text: string): string {
  const fences = text.match(/^ {0,3}```.*$/gm) ?? [];
  if (fences.length % 2 === 1 && fences[0]?.trim() === '```') return '\n```\n';
  if (/^[^[\]\n]*\]\(/.test(text)) return '[';
  return /^[^*_~`\n]*[^\s*_~`](\*{1,3}|__?|~~|`+)(?![\w*_~`])/.exec(text)?.[1] ?? '';
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => wordsOf(token as MarkedToken)).join('');
}

function wordsOf(token: MarkedToken): string {
  switch (token.type) {
    case 'space':
    case 'br':
    case 'hr':
    case 'checkbox':
      return ' ';
    case 'paragraph':
    case 'heading':
    case 'blockquote':
    case 'list_item':
      return `${textOf(token.tokens)} `;
    case 'list':
      return textOf(token.items);
    case 'table':
      return [token.header, ...token.rows].map(rowOf).join(' ');
    case 'strong':
    case 'em':
    case 'del':
      return textOf(token.tokens);
    case 'link':
      return withTarget(textOf(token.tokens), token.href);
    case 'image':
      return withTarget(token.text, token.href);
    case 'code':
      return `${ifMatched(token.lang ?? '')}${token.text} `;
    case 'codespan':
    case 'escape':
      return token.text;
    case 'text':
      if (token.tokens) return `${textOf(token.tokens)} `;
      return token.escaped ? token.text : withCharacters(token.text);
    case 'def':
      return ifMatched(token.raw);
    default:
      return token.raw;
  }
}

function rowOf(cells: readonly Tokens.TableCell[]): string {
  return cells.map(({ tokens }) => textOf(tokens)).join(' | ');
}

function withTarget(text: string, target: string): string {
  return text.includes(MATCH_START) ? text : `${text} ${ifMatched(target)}`.trimEnd();
}

function ifMatched(hidden: string): string {
  return hidden.includes(MATCH_START) ? `${hidden} ` : '';
}
