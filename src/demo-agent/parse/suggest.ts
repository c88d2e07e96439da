import { commandNamed, slashNames } from './commands';
import type { CommandName } from './request';

/** Words that hint at one of our commands without being a request. */
const hints: ReadonlyArray<readonly [RegExp, CommandName]> = [
  [/\b(?:where|look|locate|occurrences?|usages?)\b/i, 'find'],
  [/\b(?:swap|substitute|edit|update|fix typo|instead of)\b/i, 'replace'],
  [/\b(?:tests?|build|lint|npm|command|execute|install)\b/i, 'run'],
  [/\b(?:erase|get rid of|drop)\b/i, 'delete'],
  [/\b(?:write|new file|add|generate|make)\b/i, 'create'],
  [/\b(?:contents?|look at|view|print)\b/i, 'read'],
  [/\b(?:history|did|done|happened|why)\b/i, 'explain'],
];

/** The command that was most likely meant, by a misspelt first word or a hint in the text. */
export function suggestCommand(text: string): CommandName | undefined {
  const first = /^\/?([A-Za-z]+)/.exec(text.trim())?.[1]?.toLowerCase();
  if (first !== undefined) {
    const allowed = first.length <= 4 ? 1 : 2;
    let best: { name: string; distance: number } | undefined;
    for (const name of slashNames) {
      const distance = editDistance(first, name);
      if (distance <= allowed && distance < name.length - 1 && (!best || distance < best.distance))
        best = { name, distance };
    }
    if (best) return commandNamed(best.name);
  }
  return hints.find(([pattern]) => pattern.test(text))?.[1];
}

/**
 * The number of letters to add, drop, change, or swap with a neighbour to turn one word into the
 * other.
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from.charAt(row - 1) === to.charAt(column - 1);
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        from.charAt(row - 1) === to.charAt(column - 2) &&
        from.charAt(row - 2) === to.charAt(column - 1);
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
