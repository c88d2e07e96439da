import { redactTokens, tokenAround } from './redact';
import { REDACTED, secretValues } from './secretValues';

/** Text is looked at when so much of it is together. */
const ENOUGH = 64 * 1024;
/** As many characters tell whether one of the known forms of tokens begins before them. */
const LOOKAHEAD = 128;
/** No private key is longer; one that has not ended by then was cut short, or is none. */
const LONGEST_KEY = 64 * 1024;
const LONGEST_KEY_LINE = 64;

const keyEnd = /-----END [A-Z ]*PRIVATE KEY-----/;

/**
 * I20: takes secrets and tokens out of a text that comes in pieces, as if it had come whole. It is
 * cut at the ends of lines, where no secret is split. Longer lines are cut between words, and words
 * past all bounds anywhere: a token there may take neighbouring characters with it.
 */
export class RedactionStream {
  private held = '';
  private isInToken = false;
  /** What may still come of a private key that has begun; zero outside of one. */
  private keyLeft = 0;

  /** What can be passed on. */
  push(text: string): string {
    this.held += text;
    if (this.held.length < ENOUGH) return '';
    this.skip();
    return this.held.length < ENOUGH ? '' : this.take(this.cutAt());
  }

  /** The rest. */
  end(): string {
    this.skip();
    return this.keyLeft > 0 ? '' : this.take(this.held.length);
  }

  /** The rest of what was replaced already, as far as it is here. */
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

/** Where the word begins that a place is in: no token reaches across. */
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

/** Letters, digits, and what else tokens are made of: `_`, `-` and `.`. */
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
