import { RECENT_CHARACTERS, RECENT_TEXTS } from '#main/host/store/limits';
import type { BlobHash } from '#shared/ids';

/** Characters at the end that are compared first. */
const END = 32;

interface RecentText {
  readonly text: string;
  readonly hash: BlobHash;
}

/**
 * The most recently kept texts. Agents repeat the same text with every update of a tool call, and
 * comparing it costs a fiftieth of encoding and hashing it.
 */
export class RecentTexts {
  private readonly texts: RecentText[] = [];

  find(text: string): BlobHash | null {
    const index = this.texts.findLastIndex((recent) => isSame(recent.text, text));
    const [found] = index < 0 ? [] : this.texts.splice(index, 1);
    if (found === undefined) return null;
    this.texts.push(found);
    return found.hash;
  }

  add(text: string, hash: BlobHash): void {
    if (text.length > RECENT_CHARACTERS) return;
    this.texts.push({ text, hash });
    if (this.texts.length > RECENT_TEXTS) this.texts.shift();
  }

  forget(hash: BlobHash): void {
    const index = this.texts.findIndex((recent) => recent.hash === hash);
    if (index >= 0) this.texts.splice(index, 1);
  }
}

/**
 * Compares the ends first: versions of one file usually differ late, so their ends distinguish most
 * of them.
 */
function isSame(left: string, right: string): boolean {
  return left.length === right.length && left.endsWith(right.slice(-END)) && left === right;
}
