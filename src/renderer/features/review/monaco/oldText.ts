import { COLOURED_LINES } from '#window/features/review/limits';
import type { Monaco, TextModel } from './monaco';

/** The scheme of the addresses of texts on the left. */
export const OLD_TEXT = 'original';

/** Monaco's own way to find the colours of lines at once; it is not in its types. */
interface ColouredText extends TextModel {
  readonly tokenization?: { forceTokenization(line: number): void };
}

/**
 * Monaco colours what is in view. Removed lines of the inline view are copied from the text on the left, which never is
 * in view there: without this they stay uncoloured.
 */
export function colourOldText(text: ColouredText, lines = text.getLineCount()): void {
  if (lines > 0) text.tokenization?.forceTokenization(Math.min(lines, COLOURED_LINES));
}

/** A change of theme takes the colours of all texts away. */
export function colourOldTexts({ editor }: Monaco): void {
  for (const text of editor.getModels()) if (text.uri.authority === OLD_TEXT) colourOldText(text);
}
