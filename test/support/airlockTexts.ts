import fc from 'fast-check';

const body = fc.constantFrom('', 'a', 'b', 'c', '  d', '\te', 'é', '漢字', '}', 'a b', 'x\ry');
const ending = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r\n');

const mixedLines = fc.array(
  fc.tuple(body, ending).map(([text, end]) => text + end),
  { maxLength: 24 },
);
const plainLines = fc.array(
  body.map((text) => `${text}\n`),
  { maxLength: 24 },
);

/**
 * A text of few different lines, so that they repeat, with endings of all kinds; the last line
 * sometimes has none.
 */
export const anyText = fc
  .tuple(fc.oneof(mixedLines, plainLines), fc.constantFrom('', '', 'end', 'a', '\r'))
  .map(([lines, last]) => lines.join('') + last);

/** A text, and the same text after a few local edits. */
export const textAndEdit = fc
  .tuple(
    anyText,
    fc.array(fc.tuple(fc.nat(30), fc.nat(3), fc.array(body, { maxLength: 3 })), { maxLength: 4 }),
  )
  .map(([text, edits]) => [text, edited(text, edits)] as const);

/** Two people's edits of one text. */
export const textAndTwoEdits = fc
  .tuple(
    textAndEdit,
    fc.array(fc.tuple(fc.nat(30), fc.nat(3), fc.array(body, { maxLength: 3 })), { maxLength: 4 }),
  )
  .map(([[text, first], edits]) => [text, first, edited(text, edits)] as const);

function edited(text: string, edits: readonly (readonly [number, number, string[]])[]): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  for (const [at, count, added] of edits) {
    lines.splice(at % (lines.length + 1), count, ...added.map((line) => `${line}+\n`));
  }
  return lines.join('');
}
