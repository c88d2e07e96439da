/** A path that is longer is cut in a view; no file system takes one. */
const SHOWN_CHARACTERS = 4_096;

/** Signs that are not drawn, or that move or break what is around them. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** White space that is no plain space, and a sign of braille that has no dots. */
const blank = /(?! )\p{Zs}|\u2800/gu;

/** Emoji and many scripts are made of these; anywhere else they hide. */
const joiners: ReadonlySet<string> = new Set(['\u200c', '\u200d', '\ufe0f']);

/**
 * Pure: a path or a name as it may be drawn. Whatever would not show, or would reorder the rest, is
 * written out, as in `a\u{202E}b`; so is white space where a name begins or ends.
 */
export function visiblePath(path: string): string {
  const isCut = path.length > SHOWN_CHARACTERS;
  const names = (isCut ? path.slice(0, SHOWN_CHARACTERS) : path).split('/');
  const shown = names.map(visibleName).join('/');
  return isCut ? `${shown}…` : shown;
}

/** Pure: the same for sentences that may have a path in them. Line feeds and tabs stay. */
export function visibleWords(text: string): string {
  return text.replace(hidden, (sign, index: number) =>
    sign === '\n' || sign === '\t' || isJoiner(sign, text, index, /[^\0-\u007f]$/u)
      ? sign
      : escapeOf(sign),
  );
}

function visibleName(name: string): string {
  return name
    .replace(hidden, (sign, index: number) =>
      isJoiner(sign, name, index, /(?:\p{Extended_Pictographic}|\ufe0f)$/u) ? sign : escapeOf(sign),
    )
    .replace(blank, escapeOf)
    .replace(/^ | $/g, escapeOf);
}

function isJoiner(sign: string, text: string, index: number, after: RegExp): boolean {
  return joiners.has(sign) && after.test(text.slice(Math.max(0, index - 2), index));
}

function escapeOf(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}
