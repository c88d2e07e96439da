import { HIDDEN } from '#shared/text/hiddenSigns';
import type { CommandWord, SimpleCommand } from './commandLine';

/**
 * Pure: the commands of a line in which every common shell (sh, bash, zsh, dash, fish) sees the
 * same words: bare words of harmless characters, whole quotations without anything that expands,
 * and `&&`, `||`, `|`, `;` and line ends between commands. Null for any other line. What a rule
 * allows has to be read in the same way here and by the parser, so that a mistake of one of them
 * allows nothing.
 */
export function plainLine(line: string): readonly SimpleCommand[] | null {
  const commands: SimpleCommand[] = [];
  let words: CommandWord[] = [];
  /** A command must follow: after `&&`, `||` and `|`. */
  let isOpen = false;
  let rest = line;
  /** A word or quotation that touches another is one word with it, and in disguise. */
  let touches = false;
  while (rest !== '') {
    const token = nextToken(rest);
    if (token === null) return null;
    rest = rest.slice(token.length);
    switch (token.type) {
      case 'space':
        touches = false;
        break;
      case 'redirect':
        // With a redirection before the command, some shells run another command.
        if (touches || words.length === 0) return null;
        touches = true;
        break;
      case 'word':
        if (touches) return null;
        words.push(token.word);
        touches = true;
        isOpen = false;
        break;
      case 'operator':
        // An empty line is no command; an operator without a command before it is an error.
        if (words.length === 0 && token.text !== '\n') return null;
        if (words.length > 0) commands.push({ words, writes: [] });
        if (token.text !== '\n') isOpen = token.text !== ';';
        words = [];
        touches = false;
        break;
    }
  }
  if (words.length > 0) commands.push({ words, writes: [] });
  else if (isOpen) return null;
  return commands.length === 0 ? null : commands;
}

type Token =
  | { readonly type: 'space' | 'redirect'; readonly length: number }
  | { readonly type: 'operator'; readonly length: number; readonly text: string }
  | { readonly type: 'word'; readonly length: number; readonly word: CommandWord };

/** `=` at the beginning of a word names a program's path in zsh. */
const BARE = /^[\w./:@%+,-][\w./:=@%+,*?-]*/;
const SINGLE = /^'([^']*)'/;
/** Nothing that expands, escapes or looks up history. */
const DOUBLE = /^"([^"$`\\!]*)"/;
/** Output thrown away, and one output joined to the other: nothing is written. */
const HARMLESS =
  /^(?:2>&1|[12]?>&2|[12]?>>? ?\/dev\/null|&>>? ?\/dev\/null|< ?\/dev\/null)(?=[\s;|&]|$)/;

function nextToken(rest: string): Token | null {
  const space = /^[ \t]+/.exec(rest)?.[0];
  if (space !== undefined) return { type: 'space', length: space.length };
  const redirect = HARMLESS.exec(rest)?.[0];
  if (redirect !== undefined) return { type: 'redirect', length: redirect.length };
  const operator = /^(?:&&|\|\|(?!\|)|\|(?![|&])|;(?![;&|])|\n)/.exec(rest)?.[0];
  if (operator !== undefined) return { type: 'operator', length: operator.length, text: operator };
  const bare = BARE.exec(rest)?.[0];
  if (bare !== undefined) {
    // A number before a redirection is part of it.
    if (/^[<>]/.test(rest.slice(bare.length))) return null;
    const form = /[*?]/.test(bare) ? 'pattern' : 'plain';
    return { type: 'word', length: bare.length, word: { text: bare, form } };
  }
  const quotation = SINGLE.exec(rest) ?? DOUBLE.exec(rest);
  if (quotation === null) return null;
  const [whole, text = ''] = quotation;
  return hidesSomething(text)
    ? null
    : { type: 'word', length: whole.length, word: { text, form: 'plain' } };
}

/** A quotation may contain line ends and tabs, but no other invisible characters. */
function hidesSomething(text: string): boolean {
  return text.replace(/[\n\t]/g, '').search(HIDDEN) !== -1;
}
