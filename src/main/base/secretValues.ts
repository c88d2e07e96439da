import { type Disposable, toDisposable } from './disposable';
import { hiddenId } from './hiddenId';
import { partsOf, type Spelling, spellingsOf } from './secretSpellings';
import { TextFinder } from './textFinder';

export const REDACTED = '[redacted]';

/** Values that are looked for at once: every text that is written down is searched for them. */
const MOST = 256;

/** Members that are ours, and by which other parts of the program find things. */
const ownName = /^(?:type|cwd|project|blob)$/;
/** Members that agents choose to identify something by. */
const identifyingName = /^(?:id|.*Id|subagent)$/;

/**
 * I20: secrets that agents were given, by value: whatever a program prints, and however, it must not
 * print these into a file of ours. They are also known in JSON, in an address, in hex and in base64.
 */
export class SecretValues {
  private readonly uses = new Map<string, number>();
  private spellings: readonly Spelling[] = [];
  private finder: TextFinder | null = null;

  /** Looks for these until disposed; what could be an ordinary word is left out. */
  add(secrets: Iterable<string>): Disposable {
    const added = [...new Set([...secrets].flatMap(partsOf))];
    for (const value of added) this.uses.set(value, (this.uses.get(value) ?? 0) + 1);
    this.compile();
    return toDisposable(() => {
      for (const value of added) {
        const left = (this.uses.get(value) ?? 0) - 1;
        if (left > 0) this.uses.set(value, left);
        else this.uses.delete(value);
      }
      this.compile();
    });
  }

  get isEmpty(): boolean {
    return this.finder === null;
  }

  redact(text: string): string {
    return this.finder === null ? text : this.finder.replace(text, REDACTED);
  }

  /** Also takes out the part of a secret that a piece of text begins or ends with, or is. */
  redactPiece(text: string): string {
    if (this.finder === null) return text;
    const whole = this.redact(text);
    const atEnd = this.lengthAtEnd(whole, ({ shortestPart }) => shortestPart);
    const end = atEnd === 0 ? whole : whole.slice(0, -atEnd) + REDACTED;
    const atStart = this.lengthAtStart(end);
    const piece = atStart === 0 ? end : REDACTED + end.slice(atStart);
    return this.isPart(piece) ? REDACTED : piece;
  }

  /** Whether one of them stands in the text. */
  areIn(text: string): boolean {
    return this.finder?.isIn(text) === true;
  }

  /** The same value if nothing in it is a secret; ids that hold one are replaced by others. */
  redactMembers<T>(value: T): T {
    return this.finder === null ? value : (this.redactMember(value) as T);
  }

  /** Where the one ends that a place lies within; the place itself if there is none. */
  endAround(text: string, place: number): number {
    return this.finder?.endAround(text, place) ?? place;
  }

  /** How many characters at the end may be the beginning of a secret that is not all there yet. */
  unfinishedLength(text: string): number {
    if (this.finder === null) return 0;
    for (let from = 0; ; ) {
      const start = text.length - this.lengthAtEnd(text.slice(from), () => 1);
      if (start === text.length) return 0;
      // The end of one that is all there may look like the beginning of another.
      const end = this.finder.endAround(text, start);
      if (end === start) return text.length - start;
      from = end;
    }
  }

  private lengthAtEnd(text: string, shortest: (spelling: Spelling) => number): number {
    let longest = 0;
    for (const spelling of this.spellings) {
      const sought = spelling.text;
      const least = Math.max(shortest(spelling), longest + 1);
      // The longest is the one that begins first.
      let start = text.indexOf(sought.charAt(0), Math.max(0, text.length - sought.length + 1));
      while (start >= 0 && text.length - start >= least) {
        if (sought.startsWith(text.slice(start))) {
          longest = text.length - start;
          break;
        }
        start = text.indexOf(sought.charAt(0), start + 1);
      }
    }
    return longest;
  }

  /** How many characters at the start may be the end of a secret that began before. */
  private lengthAtStart(text: string): number {
    let longest = 0;
    for (const { text: sought, shortestPart } of this.spellings) {
      const last = sought.charAt(sought.length - 1);
      const least = Math.max(shortestPart, longest + 1);
      let end = text.lastIndexOf(last, Math.min(sought.length - 1, text.length) - 1) + 1;
      while (end >= least) {
        if (sought.endsWith(text.slice(0, end))) {
          longest = end;
          break;
        }
        end = end < 2 ? 0 : text.lastIndexOf(last, end - 2) + 1;
      }
    }
    return longest;
  }

  private isPart(piece: string): boolean {
    return this.spellings.some(
      ({ text, shortestPart }) => piece.length >= shortestPart && text.includes(piece),
    );
  }

  private redactMember(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => this.redactMember(item));
      return items.every((item, index) => item === value[index]) ? value : items;
    }
    const members = Object.entries(value);
    const redacted = members.map(([name, member]): [string, unknown] => [
      this.redact(name),
      this.redactNamed(name, member),
    ]);
    const isSame = redacted.every(
      ([name, member], index) => name === members[index]?.[0] && member === members[index]?.[1],
    );
    return isSame ? value : Object.fromEntries(redacted);
  }

  private redactNamed(name: string, member: unknown): unknown {
    if (ownName.test(name)) return member;
    if (typeof member !== 'string' || !identifyingName.test(name)) return this.redactMember(member);
    return this.areIn(member) ? hiddenId(member) : member;
  }

  private compile(): void {
    const parts = [...this.uses.keys()].sort((a, b) => b.length - a.length).slice(0, MOST);
    this.spellings = parts.flatMap(spellingsOf);
    this.finder = parts.length === 0 ? null : new TextFinder(this.spellings);
  }
}

/** Of this process: agents share the log, and what one was given another may print. */
export const secretValues = new SecretValues();
