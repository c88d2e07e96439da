import { escapeSign, HIDDEN, JOINERS, ODD_SPACE } from './hiddenSigns';

/** A path that is longer is cut in a view; no file system takes one. */
const SHOWN_CHARACTERS = 4_096;

/**
 * Pure: a path or a name as it may be drawn. Whatever would not show, or would reorder the rest, is
 * written out, as in `a\u{202E}b`; so is whitespace where a name begins or ends.
 */
export function visiblePath(path: string): string {
  const isCut = path.length > SHOWN_CHARACTERS;
  const names = (isCut ? path.slice(0, SHOWN_CHARACTERS) : path).split('/');
  const shown = names.map(visibleName).join('/');
  return isCut ? `${shown}…` : shown;
}

/** Pure: the same for sentences that may have a path in them. Line feeds and tabs stay. */
export function visibleWords(text: string): string {
  return text.replace(HIDDEN, (sign, index: number) =>
    sign === '\n' || sign === '\t' || isJoiner(sign, text, index, /[^\0-\u007f]$/u)
      ? sign
      : escapeSign(sign),
  );
}

function visibleName(name: string): string {
  return name
    .replace(HIDDEN, (sign, index: number) =>
      isJoiner(sign, name, index, /(?:\p{Extended_Pictographic}|\ufe0f)$/u)
        ? sign
        : escapeSign(sign),
    )
    .replace(ODD_SPACE, escapeSign)
    .replace(/^ | $/g, escapeSign);
}

function isJoiner(sign: string, text: string, index: number, after: RegExp): boolean {
  return JOINERS.has(sign) && after.test(text.slice(Math.max(0, index - 2), index));
}
