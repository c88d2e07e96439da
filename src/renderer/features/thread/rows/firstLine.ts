const LENGTH = 200;

/** Matches only around words: a pattern such as `src/**` keeps its stars. */
const emphasis =
  /(?<![\w*_/])(\*{1,3}|_{1,3})(?=[\w"'(“‘])([^*_]+?)(?<=[\w"')”’.!?…:])\1(?![\w*_/]|\.\w)/g;

/** The first line of a text, without Markdown around its words. */
export function firstLineOf(text: string): string {
  const line = text.trimStart().slice(0, LENGTH).split('\n', 1)[0] ?? '';
  return line
    .replace(/^(?:#{1,6}|>)\s+/, '')
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part.slice(1, -1) : part.replace(emphasis, '$2')))
    .join('')
    .trim();
}
