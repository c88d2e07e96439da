import type { CommandName, IncompleteRequest, ModeId, Pattern, Request } from './request';
import { modeIds } from './request';
import { cleanPath, splitScope } from './scope';
import { onlyWord, splitWords, unquote, type Word } from './words';

export const pathLike = /[./*\\]/;

const arrows = new Set(['->', '=>', '→']);

export function parseFind(input: string): Request {
  const { rest, globs } = splitScope(input);
  const pattern = readPattern(rest);
  if (!pattern) return incomplete('find', 'I need the text to look for.');
  return { kind: 'find', pattern, globs };
}

/** `separators` are the words allowed between the old and the new text. */
export function parseReplace(input: string, separators: readonly string[]): Request {
  const split = splitAt(input, separators);
  if (!split) return incomplete('replace', 'I need the old text and the new text.');
  const scoped = splitScope(split.after);
  const pattern = readPattern(split.before);
  if (!pattern) return incomplete('replace', 'I need the text to replace.');
  const rest = scoped.rest;
  const replacement = rest.toLowerCase() === 'nothing' ? '' : unquote(rest);
  return { kind: 'replace', pattern, replacement, globs: scoped.globs };
}

export function parseRead(input: string): Request {
  const word = paths(input)[0];
  if (word === undefined) return { kind: 'read', path: undefined, line: undefined };
  const located = /^(.+?):(\d+)(?::\d+)?$/.exec(word);
  if (located?.[1] === undefined) return { kind: 'read', path: word, line: undefined };
  return { kind: 'read', path: located[1], line: Number(located[2]) };
}

export function parseRename(input: string): Request {
  const split = splitAt(input, ['to', 'as', 'into']);
  if (split) {
    const to = paths(split.after)[0];
    if (to === undefined) return incomplete('rename', 'I need the new name.');
    return { kind: 'rename', from: paths(split.before)[0], to };
  }
  const [from, to] = paths(input);
  if (from === undefined || to === undefined)
    return incomplete('rename', 'I need the old name and the new name.');
  return { kind: 'rename', from, to };
}

const createFillers = new Set(['a', 'an', 'the', 'new', 'empty', 'file', 'called', 'named']);
const contentWords =
  /^(?:with|containing|saying)\s+(?:(?:the\s+)?(?:content|contents|text)\s*:?\s+)?/i;

/** `body` is the block of lines after the request, if it had one. */
export function parseCreate(input: string, body: string | undefined): Request {
  const words = splitWords(input);
  while (words[0]?.kind === 'bare' && createFillers.has(words[0].text.toLowerCase())) words.shift();
  const target = words[0];
  if (!target || (target.kind === 'bare' && contentWords.test(`${target.text} `))) {
    return incomplete('create', 'I need the path of the new file.');
  }
  const path = target.kind === 'quoted' ? target.text : target.text.replace(/:$/, '');
  const after = input.slice(target.end).trim().replace(/^:\s*/, '');
  const content = body ?? unquote(after.replace(contentWords, ''));
  const needsEnd = content !== '' && !content.endsWith('\n');
  return { kind: 'create', path, content: needsEnd ? `${content}\n` : content };
}

/** In a sentence, only text that is marked as the file's content is used as such. */
export function parseCreateSentence(input: string, body: string | undefined): Request | undefined {
  const request = parseCreate(input, body);
  if (request.kind !== 'create') return request;
  const target = splitWords(input).find((word) => word.text.replace(/:$/, '') === request.path);
  const after = input.slice(target?.end ?? 0).trim();
  const isMarked =
    target?.text.endsWith(':') === true || /^:/.test(after) || contentWords.test(`${after} `);
  if (after === '' || isMarked) return request;
  if (!pathLike.test(request.path)) return undefined;
  return incomplete(
    'create',
    'I write exactly the text that you give me after `with`; I do not make any up.',
  );
}

export function parseDelete(input: string): Request {
  return { kind: 'delete', paths: paths(input) };
}

/** One file, or a list whose items are clearly all paths; not "remove foo from a.ts". */
export function parsePathsSentence(input: string): readonly string[] | undefined {
  const words = paths(input);
  return words.length === 1 || words.every((word) => pathLike.test(word)) ? words : undefined;
}

/** "rename foo to bar in src" is about text, "rename a.ts to b.ts" about a file. */
export function parseRenameSentence(input: string): Request | undefined {
  const split = splitAt(input, ['to', 'as', 'into']);
  if (split && splitScope(split.after).rest !== split.after)
    return parseReplace(input, ['to', 'into']);
  const request = parseRename(input);
  if (request.kind !== 'rename' || !split) return request;
  return paths(split.before).length <= 1 && paths(split.after).length === 1 ? request : undefined;
}

export function parseRun(input: string): Request {
  const stripped = input.replace(/^(?:the\s+)?command:?\s+/i, '');
  const command = unquote(stripped);
  if (command === '') return incomplete('run', 'I need the command to run.');
  return { kind: 'run', command };
}

export function parseMode(input: string): Request {
  const name = cleanPath(input.trim().toLowerCase()).replace(/\s+mode$/, '');
  const mode = modeIds.find((id): id is ModeId => id === name);
  if (!mode) return incomplete('mode', 'The modes are `ask`, `auto` and `plan`.');
  return { kind: 'mode', mode };
}

export function incomplete(command: CommandName, reason: string): IncompleteRequest {
  return { kind: 'incomplete', command, reason };
}

function readPattern(input: string): Pattern | undefined {
  const word = onlyWord(input);
  if (word?.kind === 'regex') return { kind: 'regex', source: word.text, flags: word.flags };
  const text = unquote(input);
  return text === '' ? undefined : { kind: 'text', text };
}

/** An arrow takes precedence over a word, because the word may be part of the text. */
function splitAt(
  input: string,
  separators: readonly string[],
): { before: string; after: string } | undefined {
  const words = splitWords(input);
  const isArrow = (word: Word) => word.kind === 'bare' && arrows.has(word.text);
  const isSeparator = (word: Word) =>
    word.kind === 'bare' && separators.includes(word.text.toLowerCase());
  const found =
    words.find(isArrow) ??
    words.find((word, index) => index > 0 && isSeparator(word)) ??
    words.find(isSeparator);
  if (!found) return undefined;
  return { before: input.slice(0, found.start).trim(), after: input.slice(found.end).trim() };
}

const pathFillers = new Set(['the', 'file', 'files', 'me', 'and', ',', 'please', 'folder']);

function paths(input: string): string[] {
  return splitWords(input)
    .filter((word) => word.kind !== 'bare' || !pathFillers.has(word.text.toLowerCase()))
    .map((word) => {
      if (word.kind === 'regex') return `/${word.text}/${word.flags}`;
      return word.kind === 'quoted' ? word.text : cleanPath(word.text);
    });
}
