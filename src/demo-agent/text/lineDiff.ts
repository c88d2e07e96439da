const contextLines = 3;
/** Past this many cells the middle is shown as one block instead of being aligned. */
const maxCells = 1_000_000;

interface Edit {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

/** A unified diff as text, for people to read. */
export function unifiedDiff(
  name: string,
  before: string | undefined,
  after: string | undefined,
): string {
  const edits = diffLines(toLines(before ?? ''), toLines(after ?? ''));
  const header = [
    `--- ${before === undefined ? '/dev/null' : name}`,
    `+++ ${after === undefined ? '/dev/null' : name}`,
  ];
  return [...header, ...hunks(edits)].join('\n');
}

/** The first line, counted from one, that is not the same in both. */
export function firstChangedLine(before: string, after: string): number {
  const old = before.split('\n');
  const now = after.split('\n');
  const at = now.findIndex((line, index) => line !== old[index]);
  return at < 0 ? Math.max(1, Math.min(old.length, now.length)) : at + 1;
}

function toLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function diffLines(before: readonly string[], after: readonly string[]): Edit[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before.at(-1 - tail) === after.at(-1 - tail)
  )
    tail += 1;
  const keep = (line: string): Edit => ({ mark: ' ', line });
  return [
    ...before.slice(0, head).map(keep),
    ...alignMiddle(
      before.slice(head, before.length - tail),
      after.slice(head, after.length - tail),
    ),
    ...before.slice(before.length - tail).map(keep),
  ];
}

function alignMiddle(before: readonly string[], after: readonly string[]): Edit[] {
  if (before.length * after.length > maxCells) {
    return [
      ...before.map((line): Edit => ({ mark: '-', line })),
      ...after.map((line): Edit => ({ mark: '+', line })),
    ];
  }
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const below = longest[(row + 1) * width + column] ?? 0;
      const right = longest[row * width + column + 1] ?? 0;
      const diagonal = (longest[(row + 1) * width + column + 1] ?? 0) + 1;
      longest[row * width + column] =
        before[row] === after[column] ? diagonal : Math.max(below, right);
    }
  }
  const edits: Edit[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      edits.push({ mark: ' ', line: before[row] ?? '' });
      row += 1;
      column += 1;
    } else if (
      row < before.length &&
      (column === after.length ||
        (longest[(row + 1) * width + column] ?? 0) >= (longest[row * width + column + 1] ?? 0))
    ) {
      edits.push({ mark: '-', line: before[row] ?? '' });
      row += 1;
    } else {
      edits.push({ mark: '+', line: after[column] ?? '' });
      column += 1;
    }
  }
  return edits;
}

function hunks(edits: readonly Edit[]): string[] {
  const shown = edits.map((_, index) =>
    edits
      .slice(Math.max(0, index - contextLines), index + contextLines + 1)
      .some((edit) => edit.mark !== ' '),
  );
  const output: string[] = [];
  let oldLine = 1;
  let newLine = 1;
  for (let index = 0; index < edits.length; ) {
    if (!shown[index]) {
      oldLine += 1;
      newLine += 1;
      index += 1;
      continue;
    }
    const end = endOfRun(shown, index);
    const part = edits.slice(index, end);
    const oldCount = part.filter((edit) => edit.mark !== '+').length;
    const newCount = part.filter((edit) => edit.mark !== '-').length;
    output.push(
      `@@ -${oldCount === 0 ? oldLine - 1 : oldLine},${oldCount} +${newCount === 0 ? newLine - 1 : newLine},${newCount} @@`,
    );
    output.push(...part.map((edit) => `${edit.mark}${edit.line}`));
    oldLine += oldCount;
    newLine += newCount;
    index = end;
  }
  return output;
}

function endOfRun(shown: readonly boolean[], start: number): number {
  let end = start;
  while (end < shown.length && shown[end]) end += 1;
  return end;
}
