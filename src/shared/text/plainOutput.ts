import { linePieces, mappedPieces, type TextPieces, trimmedPieces } from './textPieces';

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with one.
const strings = /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const sequences = /\x1b(?:\[[0-?]*[ -/]*[@-~]?|[ -/]*[0-~]?)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const controls = /[\x00-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/**
 * Terminal output as readable text: without colours, and with redrawn lines in their last state.
 */
export function plainOutput(output: string): string {
  return plainLines(output).trim();
}

/** The same for long output, line by line. */
export function outputPieces(output: TextPieces): TextPieces {
  return trimmedPieces(mappedPieces(linePieces(output), plainLines));
}

function plainLines(output: string): string {
  return output
    .replace(strings, '')
    .replace(sequences, '')
    .replace(controls, '')
    .split('\n')
    .map((line) => overwritten(withoutReturns(line)).trimEnd())
    .join('\n');
}

/** A loop, because a regular expression would retry at each of many returns in the middle. */
function withoutReturns(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end--;
  return line.slice(0, end);
}

/** A carriage return goes back to the start of the line, a backspace one character. */
function overwritten(line: string): string {
  if (!/[\r\b]/.test(line)) return line;
  const shown: string[] = [];
  let at = 0;
  for (const character of line) {
    if (character === '\r') at = 0;
    else if (character === '\b') at = Math.max(0, at - 1);
    else shown[at++] = character;
  }
  return shown.join('');
}
