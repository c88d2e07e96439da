import { COLOURED_LINES } from '#window/features/review/limits';
import type { Monaco, TextModel } from './monaco';

/** The URI scheme of texts on the left. */
export const OLD_TEXT = 'original';

/** Monaco's own method to colour lines at once, which is not in its types. */
interface ColouredText extends TextModel {
  readonly tokenization?: { forceTokenization(line: number): void };
}

/**
 * Colours the old text at once. Monaco only colours what is visible. The inline view copies removed
 * lines from the left text, which is never visible there, so they would stay uncoloured.
 */
export function colourOldText(text: ColouredText, lines = text.getLineCount()): void {
  if (lines > 0) text.tokenization?.forceTokenization(Math.min(lines, COLOURED_LINES));
}

/** A theme change removes the colours of all texts. */
export function colourOldTexts({ editor }: Monaco): void {
  for (const text of editor.getModels()) if (text.uri.authority === OLD_TEXT) colourOldText(text);
}
