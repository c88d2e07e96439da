import { createHash } from 'node:crypto';
import { ownText } from '#main/base/ownText';

/** Characters that are enough to recognise the beginning of a text. */
const BEGINNING_CHARACTERS = 256;

/**
 * A text that was passed on piece by piece. It can be recognised without being kept, however long
 * it becomes.
 */
export class ToldText {
  length = 0;
  private beginning = '';
  private readonly hash = createHash('sha1');

  add(text: string): void {
    const room = BEGINNING_CHARACTERS - this.beginning.length;
    if (room > 0) this.beginning += ownText(text.slice(0, room));
    // Hash as UTF-16, because half a surrogate pair would be lost in UTF-8.
    this.hash.update(text, 'utf16le');
    this.length += text.length;
  }

  /**
   * The rest of the text after what was passed on; null unless the text begins with all of that.
   */
  restOf(text: string): string | null {
    if (text.length < this.length || !this.sharesBeginning(text)) return null;
    const told = createHash('sha1').update(text.slice(0, this.length), 'utf16le').digest('hex');
    return told === this.hash.copy().digest('hex') ? ownText(text.slice(this.length)) : null;
  }

  /** Whether the text may be the beginning of what was passed on, as far as that is known. */
  maySurpass(text: string): boolean {
    return text.length <= this.length && this.sharesBeginning(text);
  }

  private sharesBeginning(text: string): boolean {
    const { length } = this.beginning;
    return this.beginning.startsWith(text.slice(0, length));
  }
}
