import type { LineEdit } from './diffLines';

type Point = readonly [number, number];

/**
 * Lines that occur once on either side and in the same order on both. They split a box that is too
 * different for an exact search (the idea of patience diff). Empty if there are none.
 */
export function uniqueAnchors(base: Int32Array, other: Int32Array, box: LineEdit): Point[] {
  const baseIndexes = uniqueIndexes(base, box.baseStart, box.baseEnd);
  const otherIndexes = uniqueIndexes(other, box.otherStart, box.otherEnd);
  const pairs: Point[] = [];
  for (const [line, baseIndex] of baseIndexes) {
    const otherIndex = otherIndexes.get(line) ?? REPEATED;
    if (baseIndex !== REPEATED && otherIndex !== REPEATED) pairs.push([baseIndex, otherIndex]);
  }
  // A cut at the corner would give the same box again.
  return longestRise(pairs).filter(([x, y]) => x > box.baseStart || y > box.otherStart);
}

const REPEATED = -1;

function uniqueIndexes(lines: Int32Array, start: number, end: number): Map<number, number> {
  const indexes = new Map<number, number>();
  for (let index = start; index < end; index++) {
    const line = lines[index] ?? REPEATED;
    indexes.set(line, indexes.has(line) ? REPEATED : index);
  }
  return indexes;
}

/** The most pairs that rise on both sides; the pairs come sorted by their first member. */
function longestRise(pairs: readonly Point[]): Point[] {
  const tails: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, y], index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (heightAt(pairs, tails[middle]) < y) low = middle + 1;
      else high = middle;
    }
    before[index] = tails[low - 1] ?? REPEATED;
    tails[low] = index;
  });
  const rise: Point[] = [];
  for (
    let index = tails.at(-1) ?? REPEATED;
    index !== REPEATED;
    index = before[index] ?? REPEATED
  ) {
    const pair = pairs[index];
    if (pair) rise.push(pair);
  }
  return rise.reverse();
}

function heightAt(pairs: readonly Point[], index: number | undefined): number {
  return index === undefined ? 0 : (pairs[index]?.[1] ?? 0);
}
