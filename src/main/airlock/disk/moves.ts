import type { Effect } from '#shared/airlock/ledgerEvents';
import type { ObjectId } from '#shared/ids';

/**
 * Effects that make up one change: a moved file disappears from one path and appears at another.
 */
export type EffectGroup = readonly Effect[];

/** Equal for two paths if some disk treats them as the same path. */
export function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/**
 * One group for each move, and one for everything else. A removal and an addition of the same bytes
 * are a move.
 */
export function movesAmong(effects: readonly Effect[]): readonly EffectGroup[] {
  const coming = new Map<ObjectId, Effect[]>();
  for (const effect of effects) {
    if (effect.next === null) continue;
    const same = coming.get(effect.next.blob);
    if (same) same.push(effect);
    else coming.set(effect.next.blob, [effect]);
  }
  const moved = new Map<Effect, Effect>();
  for (const effect of effects) {
    if (effect.next !== null || effect.expected === null) continue;
    const write = coming.get(effect.expected.blob)?.shift();
    if (write) moved.set(effect, write);
  }
  const isGrouped = new Set(moved.values());
  return effects
    .filter((effect) => !isGrouped.has(effect))
    .map((effect) => [effect, ...(moved.has(effect) ? [moved.get(effect) as Effect] : [])]);
}

/** Batches of groups, each with about `size` effects. */
export function batchesOf(groups: readonly EffectGroup[], size: number): EffectGroup[][] {
  const batches: EffectGroup[][] = [];
  let room = 0;
  for (const group of groups) {
    if (room < group.length) {
      batches.push([]);
      room = size;
    }
    batches.at(-1)?.push(group);
    room -= group.length;
  }
  return batches;
}

/** The first steps, and the removals that wait for the write of the same move. */
export interface EffectSteps {
  readonly first: readonly Effect[];
  readonly last: ReadonlyMap<Effect, EffectGroup>;
}

/**
 * Removes a moved file from its old path after it is written at the new one. If the old file is in
 * the way there, it is removed first, and must be put back if it cannot be written.
 */
export function stepsOf(groups: readonly EffectGroup[]): EffectSteps {
  const written = groups.flat().filter(({ next }) => next !== null);
  const names = new Set(written.map(({ path }) => foldedPath(path)));
  const ways = new Set([...names].flatMap((path) => [...waysTo(path)]));
  const isInTheWay = ({ path }: Effect) =>
    ways.has(foldedPath(path)) || [...waysTo(foldedPath(path))].some((way) => names.has(way));
  const last = new Map<Effect, EffectGroup>();
  for (const group of groups) {
    const writes = group.filter(({ next }) => next !== null);
    if (writes.length === 0) continue;
    for (const effect of group) {
      if (effect.next === null && !isInTheWay(effect)) last.set(effect, writes);
    }
  }
  return { first: groups.flat().filter((effect) => !last.has(effect)), last };
}

/** The path, and the paths of its parent folders. */
function* waysTo(path: string): Generator<string> {
  yield path;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    yield path.slice(0, end);
  }
}
