import { type Disposable, toDisposable } from '#main/base/disposable';
import { EscapedText } from './escapedText';
import { hiddenId } from './hiddenId';
import { partsOf } from './secretParts';
import { type Spelling, spellingsOf } from './secretSpellings';
import { TextFinder } from './textFinder';
import { mergeRanges, replaceRanges, type TextRange } from './textRanges';

export const REDACTED = '[redacted]';

/** The most parts to search for (the longest ones), because every written text is searched. */
const MOST = 1_024;
/**
 * The most characters that one escaped character takes: `\\\\u0041` is one in doubly encoded JSON.
 */
const ESCAPED_LENGTH = 8;

/** Members that we write and never redact, because the app finds things by them. */
const ownName = /^(?:type|cwd|project|blob)$/;
/** Members that hold ids that agents choose. */
const identifyingName = /^(?:id|.*Id|subagent)$/;

/** The fewest characters of a spelling that are removed where a text was cut. */
const shortestPart = (spelling: Spelling) => spelling.shortestPart;
/**
 * The fewest characters at the end of a text that was not cut: it may end with a word that begins
 * like a secret.
 */
const mostOf = (spelling: Spelling) => Math.max(spelling.shortestPart, spelling.text.length / 2);
const anyPart = () => 1;

interface Known {
  uses: number;
  readonly spellings: readonly Spelling[];
}

interface Search {
  readonly finder: TextFinder<Spelling>;
  readonly escaped: EscapedText;
}

/**
 * I20: the values of secrets that agents were given. Whatever a program prints, these must not
 * reach our files. `secretParts` defines which parts of them are searched for, and
 * `secretSpellings` in which forms.
 */
export class SecretValues {
  private readonly known = new Map<string, Known>();
  private search: Search | null = null;
  private changes = 0;

  /**
   * Searches for these secrets until disposed; values that could be ordinary words are left out.
   */
  add(secrets: Iterable<string>): Disposable {
    const added = [...new Set([...secrets].flatMap(partsOf))];
    for (const part of added) {
      const known = this.known.get(part);
      if (known) known.uses++;
      else this.known.set(part, { uses: 1, spellings: spellingsOf(part) });
    }
    this.compile();
    return toDisposable(() => {
      for (const part of added) {
        const known = this.known.get(part);
        if (known && --known.uses === 0) this.known.delete(part);
      }
      this.compile();
    });
  }

  get isEmpty(): boolean {
    return this.search === null;
  }

  /** All parts that are searched for, to pass to another thread; `revision` changes with them. */
  get parts(): readonly string[] {
    return [...this.known.keys()];
  }

  get revision(): number {
    return this.changes;
  }

  redact(text: string): string {
    return replaceRanges(text, this.rangesIn(text), REDACTED);
  }

  /** For a text whose end was cut off: also removes a part of a secret at its end. */
  redactBeginning(text: string): string {
    return this.withoutBegun(this.redact(text), shortestPart);
  }

  /** For a text that ended normally: also removes a secret at its end, if most of it is there. */
  redactEnded(text: string): string {
    return this.withoutBegun(this.redact(text), mostOf);
  }

  /**
   * For a text that was cut on both sides: also removes the part of a secret that it begins with,
   * or consists of.
   */
  redactPiece(text: string): string {
    if (this.search === null) return text;
    const end = this.redactBeginning(text);
    const atStart = this.endedLength(this.search, end);
    const piece = atStart === 0 ? end : REDACTED + end.slice(atStart);
    return this.search.finder.isPart(piece, shortestPart) ? REDACTED : piece;
  }

  /** Whether the text contains one of the secrets. */
  areIn(text: string): boolean {
    return this.rangesIn(text).length > 0;
  }

  /**
   * Redacts members; returns the same object if it contains no secret. Ids that contain one are
   * replaced by other ids.
   */
  redactMembers<T>(value: T): T {
    return this.search === null ? value : (this.redactMember(value) as T);
  }

  /** The end of the secret around a position; the position itself if there is none. */
  endAround(text: string, place: number): number {
    const reach = this.reach;
    const from = Math.max(0, place - reach);
    const around = this.rangesIn(text.slice(from, place + reach));
    const found = around.find(({ start, end }) => from + start < place && place < from + end);
    return found === undefined ? place : from + found.end;
  }

  /** The number of characters at the end that may be the beginning of an incomplete secret. */
  unfinishedLength(text: string): number {
    if (this.search === null) return 0;
    const { length } = text;
    for (let from = Math.max(0, length - this.reach); ; ) {
      const start = length - this.begunLength(this.search, text.slice(from), anyPart);
      if (start === length) return 0;
      // The end of a complete secret may look like the beginning of another.
      const end = this.endAround(text, start);
      if (end === start) return length - start;
      from = end;
    }
  }

  private rangesIn(text: string): readonly TextRange[] {
    if (this.search === null) return [];
    const { finder, escaped } = this.search;
    const ranges: TextRange[] = [];
    for (let found = finder.find(text, 0); found; found = finder.find(text, found.end)) {
      ranges.push(found);
    }
    const asWritten = ranges.length;
    for (const part of escaped.partsOf(text, this.reach)) {
      for (let found = finder.find(part.text, 0); found; ) {
        ranges.push(part.rangeOf(found.start, found.end));
        found = finder.find(part.text, found.end);
      }
    }
    return ranges.length === asWritten ? ranges : mergeRanges(ranges);
  }

  private withoutBegun(text: string, least: (spelling: Spelling) => number): string {
    if (this.search === null) return text;
    const begun = this.begunLength(this.search, text, least);
    return begun === 0 ? text : text.slice(0, -begun) + REDACTED;
  }

  private begunLength(
    { finder, escaped }: Search,
    text: string,
    least: (spelling: Spelling) => number,
  ): number {
    const asWritten = finder.begunLength(text, least);
    const tail = text.slice(-this.reach);
    const plain = escaped.partOf(tail);
    const { length } = plain.text;
    const begun = finder.begunLength(plain.text, least);
    if (begun > 0) {
      const { start } = plain.rangeOf(length - begun, length);
      return Math.max(asWritten, tail.length - start);
    }
    return least === anyPart ? Math.max(asWritten, tail.length - plain.unfinishedAt) : asWritten;
  }

  /** The number of characters at the start that may be the end of a secret that began before. */
  private endedLength({ finder, escaped }: Search, text: string): number {
    const asWritten = finder.endedLength(text, shortestPart);
    const plain = escaped.partOf(text.slice(0, this.reach));
    // The text may begin with the rest of an escape that was cut in two.
    const name = /^#?\w{0,8};/.exec(plain.text)?.[0].length ?? 0;
    const digits = /^[ux]?[\da-f]{0,4}/i.exec(plain.text)?.[0].length ?? 0;
    const lengths = [...Array(digits + 1).keys(), name].map((left) => {
      const ended = finder.endedLength(plain.text.slice(left), shortestPart);
      return ended === 0 ? 0 : plain.rangeOf(0, left + ended).end;
    });
    return Math.max(asWritten, ...lengths);
  }

  /** The most characters that a secret may take in any spelling. */
  private get reach(): number {
    return this.search === null ? 0 : ESCAPED_LENGTH * (this.search.finder.longest + 2);
  }

  private redactMember(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value);
    // A number stays a number, so that the event can be read.
    if (typeof value === 'number') return this.areIn(`${value}`) ? 0 : value;
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
    this.changes++;
    const parts = [...this.known.keys()].sort((a, b) => b.length - a.length).slice(0, MOST);
    const spellings = parts.flatMap((part) => this.known.get(part)?.spellings ?? []);
    this.search =
      parts.length === 0
        ? null
        : { finder: new TextFinder(spellings), escaped: new EscapedText(parts) };
  }
}

/**
 * The secrets of this process. All agents share them, because they share the log, and one may print
 * what another was given.
 */
export const secretValues = new SecretValues();
