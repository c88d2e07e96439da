/** Characters that are not drawn, or that move or break what is around them. */
export const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Whitespace other than a plain space, and the braille pattern without dots. */
export const ODD_SPACE = /(?! )\p{Zs}|\u2800/gu;

/** Emoji and many scripts are made of these; anywhere else they hide. */
export const JOINERS: ReadonlySet<string> = new Set(['\u200c', '\u200d', '\ufe0e', '\ufe0f']);

/** Writes a character out, as in `\u{202E}`. */
export function escapeSign(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}
