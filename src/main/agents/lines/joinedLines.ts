import { JsonText } from '#main/base/json/jsonText';
import { pieceEnd } from '#shared/text/textPieces';
import { JOINED_CHARACTERS, SPLIT_CHARACTERS } from './limits';
import type { TextLine } from './lineReader';

/** Recognizes messages that contain only a piece of text. Consecutive pieces can be joined. */
export interface TextRule {
  /** The piece of text; null for any other message. */
  textOf(message: object): string | null;
  withText(message: object, text: string): object;
}

/** The part that similar lines have in common. */
interface Followed {
  readonly message: object;
  readonly before: JsonText;
  readonly after: JsonText;
  /** The length in characters. */
  readonly beforeLength: number;
  readonly afterLength: number;
}

/** Replaces the text when the rest of a message is compared. No real text contains it. */
const MARK = '\uF8FF\uE000\uF8FF';

/** The longest escape: a backslash, a `u` and four digits. */
const LONGEST_ESCAPE = 6;

/**
 * Reads lines that differ only in one text as one message. This costs a fifth of parsing each line,
 * and most of a long repeated conversation consists of such lines.
 */
export class JoinedLines {
  private followed: Followed | null = null;
  /** The buffer of the last line, which is usually the next line's buffer, too. */
  private seen = new JsonText(Buffer.alloc(0));
  private lines: TextLine[] = [];
  /** The texts of the lines, still escaped. */
  private pieces: string[] = [];
  private characters = 0;
  private misses = 0;

  constructor(private readonly rule: TextRule) {}

  get isEmpty(): boolean {
    return this.pieces.length === 0;
  }

  get isFull(): boolean {
    return this.characters >= JOINED_CHARACTERS;
  }

  /** Splits a message with a very long text into several that add up to it. */
  split(message: object): readonly object[] {
    const text = this.rule.textOf(message);
    if (text === null || text.length <= SPLIT_CHARACTERS) return [message];
    const parts: object[] = [];
    for (let start = 0; start < text.length; ) {
      const end = pieceEnd(text, start, SPLIT_CHARACTERS);
      parts.push(this.rule.withText(message, text.slice(start, end)));
      start = end;
    }
    return parts;
  }

  /** Records a parsed and accepted line: the next lines may be similar. */
  follow({ text: line }: TextLine, message: object): void {
    if (this.rule.textOf(message) === null || !this.isWorthLooking()) return;
    const [before, after, ...more] = JSON.stringify(this.rule.withText(message, MARK)).split(MARK);
    // A line that is not formatted as by JSON.stringify is read on its own.
    if (before === undefined || after === undefined || more.length > 0) return;
    if (!line.startsWith(before) || !line.endsWith(after)) return;
    this.followed = {
      message,
      before: new JsonText(Buffer.from(before)),
      after: new JsonText(Buffer.from(after)),
      beforeLength: before.length,
      afterLength: after.length,
    };
  }

  /** Keeps a line that is similar to the recorded one; returns false for any other. */
  take(line: TextLine): boolean {
    const { followed } = this;
    if (followed === null || !this.isAlike(followed, line)) return false;
    const { text } = line;
    const piece = text.slice(followed.beforeLength, text.length - followed.afterLength);
    if (endsWithinEscape(piece)) return false;
    this.misses = 0;
    this.lines.push(line);
    this.pieces.push(piece);
    this.characters += piece.length;
    return true;
  }

  /** Compares bytes, because comparing strings with different representations is slow. */
  private isAlike({ before, after }: Followed, { buffer, start, end }: TextLine): boolean {
    if (this.seen.bytes !== buffer) this.seen = new JsonText(buffer);
    const textEnd = end - after.length;
    if (start + before.length > textEnd) return false;
    return this.seen.holds(start, before) && this.seen.holds(textEnd, after);
  }

  /**
   * Returns the kept lines and the message that they add up to; null if one of the lines is not
   * JSON after all. No piece ends within an escape, so they are JSON together only if each of them
   * is.
   */
  end(): { readonly lines: readonly TextLine[]; readonly message: object | null } {
    const { lines, pieces } = this;
    this.lines = [];
    this.pieces = [];
    this.characters = 0;
    return { lines, message: this.joined(pieces) };
  }

  private joined(pieces: readonly string[]): object | null {
    if (this.followed === null) return null;
    try {
      return this.rule.withText(this.followed.message, JSON.parse(`"${pieces.join('')}"`));
    } catch {
      return null;
    }
  }

  /**
   * Checks less and less often while no lines are similar, because checking costs as much as
   * parsing.
   */
  private isWorthLooking(): boolean {
    this.misses++;
    return (this.misses & (this.misses - 1)) === 0;
  }
}

function endsWithinEscape(piece: string): boolean {
  for (
    let start = piece.length - 1;
    start >= piece.length - LONGEST_ESCAPE && start >= 0;
    start--
  ) {
    if (piece[start] === '\\') return isWithinEscape(piece, start);
  }
  return false;
}

function isWithinEscape(piece: string, last: number): boolean {
  let first = last;
  while (piece[first - 1] === '\\') first--;
  const isEscaped = (last - first) % 2 === 1;
  if (isEscaped) return false;
  const length = piece[last + 1] === 'u' ? LONGEST_ESCAPE : 2;
  return last + length > piece.length;
}
