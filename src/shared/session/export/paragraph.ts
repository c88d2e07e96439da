import { quotedPieces } from '#shared/text/markdownText';
import type { TextPieces } from '#shared/text/textPieces';
import type { Body, ContentBlock, ToolBlock } from '../content';

/** A part of a document. Short ones are there at once. */
export type Paragraph = string | TextPieces;

/** How a document shows bodies, which may live elsewhere. */
export interface BodyWriter {
  /** Written like a message. */
  said(body: Body): Paragraph;
  /** Written unchanged, in a fence. */
  body(body: Body, language?: string): Paragraph;
}

export interface ToolWriter extends BodyWriter {
  block(block: ContentBlock | ToolBlock): Paragraph;
  diff(path: string, before: Body | null, after: Body | null): Paragraph;
  terminal(id: string): Paragraph;
}

export async function* joined(paragraphs: readonly Paragraph[]): AsyncGenerator<string> {
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) yield '\n\n';
    if (typeof paragraph === 'string') yield paragraph;
    else yield* paragraph;
  }
}

export function quotedPart(paragraph: Paragraph): Paragraph {
  return quotedPieces(joined([paragraph]));
}
