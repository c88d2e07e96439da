import { basename } from 'node:path';
import { wordsOf } from '#shared/text/words';

export interface EditorCall {
  readonly program: string;
  readonly args: readonly string[];
}

/** Editors that accept a line as `file:line` without an option. */
const takesLine = new Set(['zed', 'zeditor', 'subl', 'hx', 'helix', 'lapce', 'fleet']);

/**
 * The call that opens a file with the user's editor command. `{file}` and `{line}` are replaced;
 * without them the file comes last, with its line if the editor accepts one.
 */
export function editorCall(command: string, file: string, line: number | null): EditorCall | null {
  const [program, ...args] = wordsOf(command);
  if (program === undefined) return null;
  const fill = (word: string) =>
    word.replaceAll('{file}', file).replaceAll('{line}', `${line ?? 1}`);
  if (args.some((word) => word.includes('{file}'))) return { program, args: args.map(fill) };
  const last = args.at(-1);
  const isTold = last === '--goto' || last === '-g';
  const takes = isTold || takesLine.has(basename(program).replace(/\.(exe|cmd|bat)$/i, ''));
  return { program, args: [...args.map(fill), takes && line !== null ? `${file}:${line}` : file] };
}
