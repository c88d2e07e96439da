import { diffLines } from './diffLines';
import {
  dominantEnding,
  endingOf,
  type LineEnding,
  splitLines,
  uniformEnding,
  withEnding,
  withoutEndingKind,
} from './lines';

/** The encodings that can be read and written back byte for byte. UTF-16 always has its mark. */
export type Encoding = 'utf8' | 'utf8-bom' | 'utf16le' | 'utf16be' | 'latin1';

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/** The encoding and line endings of a text, as opposed to its content. */
export interface TextFormat {
  readonly encoding: Encoding;
  readonly ending: LineEnding | 'mixed' | null;
}

export interface AlignedText {
  /** The proposed text in the format of the base. */
  readonly text: string;
  /** Null: the proposal is stored that way already. */
  readonly format: { readonly from: TextFormat; readonly to: TextFormat } | null;
}

/**
 * Separates changes of content from changes of format. Programs that rewrite a file with other line
 * endings would otherwise turn every line of it into an edit.
 */
export function alignFormat(base: DecodedText, proposed: DecodedText): AlignedText {
  const baseLines = splitLines(base.text);
  const proposedLines = splitLines(proposed.text);
  const from = formatOf(base.encoding, baseLines);
  const to = formatOf(proposed.encoding, proposedLines);
  const dominant = dominantEnding(baseLines);
  const rewrites = dominant !== null && rewritesEndings(from, to);
  const text = rewrites ? withBaseEndings(baseLines, proposedLines, dominant) : proposed.text;
  if (rewrites) return { text, format: { from, to } };
  if (from.encoding === to.encoding) return { text, format: null };
  // Names only what the proposal changes: endings that differ in single lines are ordinary edits.
  return { text, format: { from, to: { ...to, ending: from.ending } } };
}

export function formatOf(encoding: Encoding, lines: readonly string[]): TextFormat {
  const dominant = dominantEnding(lines);
  return { encoding, ending: dominant === null ? null : (uniformEnding(lines) ?? 'mixed') };
}

/**
 * Converts a text to another format. Lines keep their endings unless the two formats differ in
 * that.
 */
export function withFormat(text: string, from: TextFormat, to: TextFormat): DecodedText {
  const { encoding, ending } = to;
  if (ending === null || ending === 'mixed' || !rewritesEndings(from, to))
    return { text, encoding };
  const lines = splitLines(text).map((line) => withEnding(line, ending));
  return { text: lines.join(''), encoding };
}

function rewritesEndings(from: TextFormat, to: TextFormat): boolean {
  if (from.ending === null || to.ending === null || to.ending === 'mixed') return false;
  return from.ending !== to.ending;
}

/** False if the encoding cannot represent all characters of the text. */
export function canEncode(text: string, encoding: Encoding): boolean {
  return encoding === 'latin1' ? /^[\0-\xff]*$/.test(text) : text.isWellFormed();
}

/**
 * The format for a text that was merged with an edit of another version. A format change is part of
 * the edit; null if no available encoding can represent all characters.
 */
export function mergedEncoding(
  text: string,
  held: Encoding,
  edit: { readonly from: Encoding; readonly to: Encoding },
): Encoding | null {
  const wanted = edit.from === edit.to ? [held, edit.to] : [edit.to, held];
  return wanted.find((encoding) => canEncode(text, encoding)) ?? null;
}

function withBaseEndings(
  base: readonly string[],
  proposed: readonly string[],
  dominant: LineEnding,
): string {
  const result = proposed.map((line) =>
    endingOf(line) === '' ? line : withEnding(line, dominant),
  );
  let baseAt = 0;
  let proposedAt = 0;
  const keep = (until: number) => {
    for (; baseAt < until; baseAt++, proposedAt++) result[proposedAt] = base[baseAt] ?? '';
  };
  for (const edit of diffLines(base.map(withoutEndingKind), proposed.map(withoutEndingKind))) {
    keep(edit.baseStart);
    baseAt = edit.baseEnd;
    proposedAt = edit.otherEnd;
  }
  keep(base.length);
  return result.join('');
}
