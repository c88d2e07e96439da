import { redactTokens, tokenAround } from './redact';
import { REDACTED, secretValues } from './secretValues';

/** Characters that are collected before the text is searched. */
const ENOUGH = 64 * 1024;
/** Characters that are enough to recognise the beginning of any known form of token. */
const LOOKAHEAD = 128;
/**
 * The longest private key. If its end has not arrived by then, it was cut short or is not a key.
 */
const LONGEST_KEY = 64 * 1024;
const LONGEST_KEY_LINE = 64;

const keyEnd = /-----END [A-Z ]*PRIVATE KEY-----/;

/**
 * I20: removes secrets and tokens from a text that arrives in pieces, as if it had arrived as a
 * whole. The text is cut at line ends, where no secret is split. Very long lines are cut between
 * words, and very long words anywhere: redacting a token there may remove neighbouring characters,
 * too.
 */
export class RedactionStream {
  private held = '';
  private isInToken = false;
  /** The most characters of an open private key that may still follow; zero outside a key. */
  private keyLeft = 0;

  /** Takes text, and returns what can be passed on already. */
  push(text: string): string {
    this.held += text;
    if (this.held.length < ENOUGH) return '';
    this.skip();
    return this.held.length < ENOUGH ? '' : this.take(this.cutAt());
  }

  /** Returns the rest when no more text comes. */
  end(): string {
    this.skip();
    return this.keyLeft > 0 ? '' : this.take(this.held.length);
  }

  /** Drops the rest of a key or token that was already replaced, as far as it has arrived. */
  private skip(): void {
    if (this.keyLeft > 0) {
      const end = keyEnd.exec(this.held);
      const length = end
        ? end.index + end[0].length
        : Math.max(0, this.held.length - LONGEST_KEY_LINE);
      this.held = this.held.slice(length);
      this.keyLeft = end ? 0 : this.keyLeft - length;
    }
    if (this.isInToken) {
      const length = wordLength(this.held);
      this.isInToken = length === this.held.length;
      this.held = this.held.slice(length);
    }
  }

  private take(length: number): string {
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    this.keyLeft = Math.max(0, keyLeftIn(text));
    return redactTokens(secretValues.redact(text)) + (this.isInToken ? REDACTED : '');
  }

  private cutAt(): number {
    const { held } = this;
    const newline = held.lastIndexOf('\n') + 1;
    if (newline > 0) return newline;
    const most = held.length - Math.max(LOOKAHEAD, secretValues.unfinishedLength(held));
    let end = secretValues.endAround(held, wordStart(held, most));
    const begun = /-----BEGIN[A-Z ]*-*$/.exec(held.slice(Math.max(0, end - LOOKAHEAD), end));
    if (begun !== null) end -= begun[0].length;
    return end > held.length / 2 ? end : this.cutWithinWord(most);
  }

  private cutWithinWord(most: number): number {
    const { held } = this;
    const key = held.indexOf('-----BEGIN', most - '-----BEGIN'.length);
    const end = secretValues.endAround(held, key >= 0 && key < most ? key : most);
    const token = tokenAround(held, end);
    if (token === null) return end;
    if (token.start > 0) return token.start;
    this.held = held.slice(token.end);
    this.isInToken = true;
    return 0;
  }
}

/** The start of the word at a position; no token spans several words. */
function wordStart(text: string, place: number): number {
  let start = place;
  while (start > 0 && isInWord(text.charCodeAt(start - 1))) start--;
  return start;
}

function wordLength(text: string): number {
  let length = 0;
  while (length < text.length && isInWord(text.charCodeAt(length))) length++;
  return length;
}

/** Whether a character can be part of a token: letters, digits, `_`, `-` and `.`. */
function isInWord(code: number): boolean {
  if (code === 95 || code === 45 || code === 46) return true;
  if (code >= 48 && code <= 57) return true;
  const letter = code | 32;
  return letter >= 97 && letter <= 122;
}

function keyLeftIn(text: string): number {
  let begun = -1;
  for (const { index, 1: edge } of text.matchAll(/-----(BEGIN|END) [A-Z ]*PRIVATE KEY-----/g)) {
    if (edge === 'END') begun = -1;
    else if (begun < 0) begun = index;
  }
  return begun < 0 ? 0 : LONGEST_KEY - (text.length - begun);
}
