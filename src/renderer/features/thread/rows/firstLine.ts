const LENGTH = 200;

/** The first line of a text, without the marks of Markdown around its words. */
export function firstLineOf(text: string): string {
  const line = text.trimStart().slice(0, LENGTH).split('\n', 1)[0] ?? '';
  return line
    .replace(/^[#>\s]+/, '')
    .replace(/(^|[^\w*_`])(\*{1,3}|_{1,3}|`)(?=\S)/g, '$1')
    .replace(/(?<=\S)(\*{1,3}|_{1,3}|`)(?=$|[^\w*_`])/g, '')
    .trim();
}
