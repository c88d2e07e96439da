/**
 * Closes what the last line of a growing text has opened, so that `**bold` does not show its stars
 * until the closing ones come. Only for what is still being written, or was cut off.
 */
export function mendTail(source: string): string {
  const lineStart = source.lastIndexOf('\n') + 1;
  const line = source.slice(lineStart);
  const ticks = line.match(/`+/g) ?? [];
  const open = ticks.length % 2 === 1 ? ticks.at(-1) : undefined;
  if (open !== undefined) {
    // Ticks alone at the end may be the start of a fence.
    return line.endsWith(open) ? source.slice(0, -open.length) : source + open;
  }
  const link = /!?\[[^[\]\n]*(?:\](?:\([^()\s]*)?)?$/.exec(line);
  if (link && line.slice(link.index).includes('](')) {
    const text = /\[([^[\]]*)\]/.exec(link[0])?.[1] ?? '';
    return source.slice(0, lineStart + link.index) + text;
  }
  const outside = line.replace(/`[^`]*`/g, '').replace(/^\s*[*+-] /, '');
  const strong = outside.match(/\*\*/g)?.length ?? 0;
  if (strong % 2 === 0) return source;
  if (/\*\*$/.test(line)) return source.replace(/\*\*$/, '');
  // One star of the two that close it.
  if (/[^*\s]\*$/.test(line)) return `${source}*`;
  return `${source.trimEnd()}**`;
}
