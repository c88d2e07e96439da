import { diffLines } from '#shared/airlock/diff/diffLines';
import { splitLines } from '#shared/airlock/diff/lines';
import { textHash } from '#shared/airlock/diff/textHash';

/** Who brought a line in, as an index into a list of origins. Null: the user, or nobody knows. */
export type LineOrigin = number | null;

/** A text as the keys of its lines, with the origin of each line. */
export interface TracedText {
  readonly keys: readonly string[];
  readonly origins: readonly LineOrigin[];
}

export const UNTRACED: TracedText = { keys: [], origins: [] };

/**
 * Marks a line with so few letters that an equal line elsewhere does not mean that it was moved.
 */
const PLAIN = '.';
const TELLING = /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u;

/** Equal for lines that say the same, however far they are indented. */
export function lineKeys(text: string): readonly string[] {
  return splitLines(text).map((line) => {
    const words = line.trim();
    return `${TELLING.test(words) ? '' : PLAIN}${textHash(words)}`;
  });
}

/**
 * The text after somebody's edits. Lines that stayed or were moved keep their origin; the others
 * get the given one. If a line such as a bracket stayed without a neighbour that stayed, it may not
 * be the same line, so it gets no origin.
 */
export function followLines(
  before: TracedText,
  keys: readonly string[],
  origin: LineOrigin = null,
): TracedText {
  const sources = sourcesOf(before.keys, keys);
  const isSure = sureLines(before, keys, sources);
  return {
    keys,
    origins: sources.map((old, at) => {
      if (old === null) return origin;
      return isSure(at) ? (before.origins[old] ?? null) : null;
    }),
  };
}

/** Which line each line was before; null: it is new. */
function sourcesOf(before: readonly string[], keys: readonly string[]): readonly (number | null)[] {
  const sources: (number | null)[] = new Array(keys.length).fill(null);
  const edits = diffLines(before, keys);
  let [from, to] = [0, 0];
  const keep = (until: number) => {
    while (from < until) sources[to++] = from++;
  };
  for (const edit of edits) {
    keep(edit.baseStart);
    [from, to] = [edit.baseEnd, edit.otherEnd];
  }
  keep(before.length);
  for (const [old, next] of movedLines(before, keys, edits)) sources[next] = old;
  return sources;
}

/**
 * Lines with enough letters to be recognised, and lines that stayed beside one or moved together
 * with one.
 */
function sureLines(
  { keys: old, origins }: TracedText,
  keys: readonly string[],
  sources: readonly (number | null)[],
): (at: number) => boolean {
  const isTelling = (at: number) => !(keys[at] ?? PLAIN).startsWith(PLAIN);
  const isNext = (at: number) => (sources[at] ?? null) === (sources[at - 1] ?? Number.NaN) + 1;
  const runs = runsOf(keys.length, isNext);
  const blocks = runsOf(old.length, (at) => origins[at] === origins[at - 1]);
  const [sureRuns, sureBlocks] = [new Set<number>(), new Set<number>()];
  for (const [at, source] of sources.entries()) {
    if (source === null || !isTelling(at)) continue;
    sureRuns.add(runs[at] ?? -1);
    sureBlocks.add(blocks[source] ?? -1);
  }
  return (at) => {
    if (isTelling(at) || sureRuns.has(runs[at] ?? -1)) return true;
    return sureBlocks.has(blocks[sources[at] ?? -1] ?? -1);
  };
}

/** For each line, the number of the run that it belongs to. */
function runsOf(count: number, continues: (at: number) => boolean): readonly number[] {
  let run = 0;
  return Array.from({ length: count }, (_, at) => (at > 0 && continues(at) ? run : ++run));
}

/** Lines that a decision took out, with their origins, for the case that it is undone. */
export type RemovedLines = readonly (readonly [key: string, origin: number])[];

export function removedLines(before: TracedText, after: TracedText): RemovedLines {
  const left = new Map<string, number>();
  for (const key of after.keys) left.set(key, (left.get(key) ?? 0) + 1);
  return before.keys.flatMap((key, index) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    const origin = before.origins[index] ?? null;
    return count > 0 || origin === null ? [] : [[key, origin] as const];
  });
}

/** Returns the origins of lines that a decision had removed, when the decision is undone. */
export function restoreLines(
  known: TracedText,
  keys: readonly string[],
  removed: RemovedLines,
): TracedText {
  const followed = followLines(known, keys);
  const waiting = new Map<string, number[]>();
  // Reversed, so that the first one of each key is at the end.
  for (const [key, origin] of removed.toReversed()) listAt(waiting, key).push(origin);
  const stayed = new Set(known.keys);
  const origins = followed.origins.map((origin, index) => {
    const key = keys[index] ?? '';
    if (origin !== null || stayed.has(key)) return origin;
    return waiting.get(key)?.pop() ?? null;
  });
  return { keys, origins };
}

/** A file of a composed result, with the lines that came from other sessions. */
export interface CreditedFile {
  /** The path of the file, now and before it was moved; empty: any file. */
  readonly paths: readonly string[];
  /**
   * Includes the context lines, which tell equal lines apart; other lines without an origin are
   * left out.
   */
  readonly text: TracedText;
}

/** The number of context lines by which a place is recognised. */
const CONTEXT = 3;

/** The lines that have an origin, and their context. */
export function withContext({ keys, origins }: TracedText): TracedText {
  const near = new Set<number>();
  for (const [at, origin] of origins.entries()) {
    if (origin === null) continue;
    for (let by = -CONTEXT; by <= CONTEXT; by++) near.add(at + by);
  }
  const isNear = (_: unknown, at: number) => near.has(at);
  return { keys: keys.filter(isNear), origins: origins.filter(isNear) };
}

/**
 * Gives lines of one origin the origins that they had before they were composed. The other lines
 * get `rest`: the same origin again, or none.
 */
export function creditLines(
  { keys, origins }: TracedText,
  own: number,
  { text }: CreditedFile,
  rest: LineOrigin,
): TracedText {
  const credited = sourcesOf(text.keys, keys).map((old) => text.origins[old ?? -1] ?? null);
  return {
    keys,
    origins: origins.map((origin, index) => (origin === own ? (credited[index] ?? rest) : origin)),
  };
}

type Move = readonly [old: number, next: number];

/**
 * Lines that were removed in one place and added in another, and the neighbours that moved along.
 */
function movedLines(
  before: readonly string[],
  after: readonly string[],
  edits: ReturnType<typeof diffLines>,
): readonly Move[] {
  const gone = new Map<string, number[]>();
  const isGone = new Set<number>();
  const isNew = new Set<number>();
  for (const { baseStart, baseEnd, otherStart, otherEnd } of edits) {
    for (let at = baseStart; at < baseEnd; at++) isGone.add(at);
    for (let at = otherStart; at < otherEnd; at++) isNew.add(at);
  }
  for (const at of [...isGone].reverse()) listAt(gone, before[at] ?? '').push(at);
  const moves: Move[] = [];
  const take = (old: number, next: number) => {
    isGone.delete(old);
    isNew.delete(next);
    moves.push([old, next]);
  };
  for (const start of [...isNew]) {
    const key = after[start] ?? '';
    if (!isNew.has(start) || key.startsWith(PLAIN)) continue;
    const places = gone.get(key) ?? [];
    let old = places.pop();
    while (old !== undefined && !isGone.has(old)) old = places.pop();
    if (old === undefined) continue;
    take(old, start);
    for (const step of [1, -1]) {
      for (let by = step; ; by += step) {
        const [line, target]: Move = [old + by, start + by];
        if (!isGone.has(line) || !isNew.has(target) || before[line] !== after[target]) break;
        take(line, target);
      }
    }
  }
  return moves;
}

function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
