import { DIFF_EDIT_LIMIT, DIFF_STEP_LIMIT } from '../limits';
import { slideEdits } from './slideEdits';
import { uniqueAnchors } from './uniqueAnchors';

/**
 * Lines `[baseStart, baseEnd)` of the base correspond to `[otherStart, otherEnd)` of the other
 * text.
 */
export interface LineEdit {
  readonly baseStart: number;
  readonly baseEnd: number;
  readonly otherStart: number;
  readonly otherEnd: number;
}

/**
 * The edits that lead from one text to the other, in order, at least one common line apart.
 * Minimal unless the texts are so different that minimal would mean slow.
 */
export function diffLines(
  base: readonly string[],
  other: readonly string[],
  mostSteps: number = DIFF_STEP_LIMIT,
): LineEdit[] {
  const numbers = new Map<string, number>();
  const search = new LineSearch(numberLines(base, numbers), numberLines(other, numbers), mostSteps);
  return slideEdits(base, other, search.run());
}

function numberLines(lines: readonly string[], numbers: Map<string, number>): Int32Array {
  const result = new Int32Array(lines.length);
  lines.forEach((line, index) => {
    let number = numbers.get(line);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(line, number);
    }
    result[index] = number;
  });
  return result;
}

/** Myers' search in linear space: finds a point in the middle, then does both halves. */
class LineSearch {
  private readonly forward: Int32Array;
  private readonly backward: Int32Array;
  private readonly centre: number;
  private steps = 0;
  private readonly edits: LineEdit[] = [];

  constructor(
    private readonly base: Int32Array,
    private readonly other: Int32Array,
    private readonly mostSteps: number,
  ) {
    const reach = Math.min(DIFF_EDIT_LIMIT, Math.ceil((base.length + other.length) / 2) + 1);
    this.centre = reach + 1;
    this.forward = new Int32Array(2 * reach + 3);
    this.backward = new Int32Array(2 * reach + 3);
  }

  run(): LineEdit[] {
    const whole = {
      baseStart: 0,
      baseEnd: this.base.length,
      otherStart: 0,
      otherEnd: this.other.length,
    };
    // Collected from the end, so that the edits come out in order.
    const boxes: LineEdit[] = [whole];
    for (let box = boxes.pop(); box; box = boxes.pop()) {
      const trimmed = this.trim(box);
      const parts = this.divide(trimmed);
      if (parts === null) this.add(trimmed);
      else boxes.push(...parts.reverse());
    }
    return this.edits;
  }

  private trim(box: LineEdit): LineEdit {
    const { base, other } = this;
    let { baseStart, baseEnd, otherStart, otherEnd } = box;
    while (baseStart < baseEnd && otherStart < otherEnd && base[baseStart] === other[otherStart]) {
      baseStart++;
      otherStart++;
    }
    while (
      baseStart < baseEnd &&
      otherStart < otherEnd &&
      base[baseEnd - 1] === other[otherEnd - 1]
    ) {
      baseEnd--;
      otherEnd--;
    }
    return { baseStart, baseEnd, otherStart, otherEnd };
  }

  /** Null: the box is one edit, or none. */
  private divide(box: LineEdit): LineEdit[] | null {
    if (box.baseStart === box.baseEnd || box.otherStart === box.otherEnd) return null;
    if (this.steps > this.mostSteps) return null;
    const point = this.middle(box);
    if (point) return splitAt(box, [point]);
    const anchors = uniqueAnchors(this.base, this.other, box);
    return anchors.length === 0 ? null : splitAt(box, anchors);
  }

  private add(box: LineEdit): void {
    if (box.baseStart === box.baseEnd && box.otherStart === box.otherEnd) return;
    const last = this.edits.at(-1);
    if (last && last.baseEnd === box.baseStart && last.otherEnd === box.otherStart) {
      this.edits[this.edits.length - 1] = { ...box, ...startOf(last) };
    } else {
      this.edits.push(box);
    }
  }

  /**
   * A point on a shortest path; undefined if there are too many edits. The point is never a corner,
   * because a trimmed box with two sides takes at least two edits.
   */
  private middle(box: LineEdit): readonly [number, number] | undefined {
    const { base, other, forward, backward, centre } = this;
    const { baseStart, baseEnd, otherStart, otherEnd } = box;
    const width = baseEnd - baseStart;
    const height = otherEnd - otherStart;
    const delta = width - height;
    const isOdd = (delta & 1) !== 0;
    const limit = Math.min(Math.ceil((width + height) / 2), centre - 2);
    forward[centre + 1] = 0;
    backward[centre + 1] = 0;
    for (let edits = 0; edits <= limit; edits++) {
      if (this.steps > this.mostSteps) return undefined;
      this.steps += 2 * edits + 2;
      for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
        const start = furthest(forward, centre, diagonal, edits);
        let x = start;
        let y = x - diagonal;
        while (x < width && y < height && base[baseStart + x] === other[otherStart + y]) {
          x++;
          y++;
        }
        forward[centre + diagonal] = x;
        this.steps += x - start;
        const opposite = delta - diagonal;
        if (!isOdd || Math.abs(opposite) > edits - 1) continue;
        if (x + (backward[centre + opposite] ?? 0) >= width) return [baseStart + x, otherStart + y];
      }
      for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
        const start = furthest(backward, centre, diagonal, edits);
        let x = start;
        let y = x - diagonal;
        while (x < width && y < height && base[baseEnd - 1 - x] === other[otherEnd - 1 - y]) {
          x++;
          y++;
        }
        backward[centre + diagonal] = x;
        this.steps += x - start;
        const opposite = delta - diagonal;
        if (isOdd || Math.abs(opposite) > edits) continue;
        if (x + (forward[centre + opposite] ?? 0) >= width) return [baseEnd - x, otherEnd - y];
      }
    }
    return undefined;
  }
}

function furthest(reached: Int32Array, centre: number, diagonal: number, edits: number): number {
  const below = reached[centre + diagonal - 1] ?? 0;
  const above = reached[centre + diagonal + 1] ?? 0;
  const takesAbove = diagonal === -edits || (diagonal !== edits && below < above);
  return takesAbove ? above : below + 1;
}

function splitAt(box: LineEdit, points: readonly (readonly [number, number])[]): LineEdit[] {
  const parts: LineEdit[] = [];
  let { baseStart, otherStart } = box;
  for (const [baseEnd, otherEnd] of points) {
    parts.push({ baseStart, baseEnd, otherStart, otherEnd });
    baseStart = baseEnd;
    otherStart = otherEnd;
  }
  parts.push({ baseStart, baseEnd: box.baseEnd, otherStart, otherEnd: box.otherEnd });
  return parts;
}

function startOf({ baseStart, otherStart }: LineEdit): Pick<LineEdit, 'baseStart' | 'otherStart'> {
  return { baseStart, otherStart };
}
