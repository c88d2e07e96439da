const SHORTEST_FENCE = 3;
const CONTEXT_LINES = 3;

/** A code block that ends where it should, whatever fences the text holds itself. */
export function fenced(text: string, language = ''): string {
  const runs = text.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
  const fence = '`'.repeat(Math.max(SHORTEST_FENCE, longest + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

export function inlineCode(text: string): string {
  const line = oneLine(text);
  const runs = line.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
  const ticks = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

export function link(text: string, uri: string): string {
  const label = oneLine(text).replace(/[[\]\\]/g, '\\$&');
  return `[${label}](<${uri.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

export function quoted(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * A unified diff of one hunk: from the first line that differs to the last. Not the shortest, but
 * true, and as fast as reading the texts.
 */
export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  const relative = path.replace(/^\/+/, '');
  const old = linesOf(before);
  const next = linesOf(after);
  const shortest = Math.min(old.length, next.length);
  let head = 0;
  while (head < shortest && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  const start = Math.max(0, head - CONTEXT_LINES);
  const kept = Math.min(tail, CONTEXT_LINES);
  const oldCount = old.length - tail + kept - start;
  const nextCount = next.length - tail + kept - start;
  return [
    `--- ${before === null ? '/dev/null' : `a/${relative}`}`,
    `+++ ${after === null ? '/dev/null' : `b/${relative}`}`,
    `@@ -${range(start, oldCount)} +${range(start, nextCount)} @@`,
    ...old.slice(start, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...next.slice(head, next.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + kept).map((line) => ` ${line}`),
  ].join('\n');
}

/** Git's way: lines count from one, and from zero where there are none. */
function range(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
