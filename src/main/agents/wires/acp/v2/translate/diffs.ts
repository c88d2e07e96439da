import type { ToolContent } from '#shared/session/content';
import { isRecord, type JsonRecord, recordsOf } from '../../../json';

interface FileChange {
  readonly operation: string;
  readonly path: string;
  readonly oldPath: string | null;
}

/**
 * A diff in the draft: the changed files, and a patch in git's format if the agent has one. A
 * created or deleted file is shown whole. Null if it cannot be read.
 */
export function diffFromWire(value: JsonRecord): ToolContent | null {
  const changes = changesFrom(value.changes);
  const [first] = changes;
  if (first === undefined) return null;
  const patch = patchOf(value.patch);
  if (patch === null) {
    const text = changes.map(inWords).join('\n');
    return { type: 'content', content: { type: 'text', text } };
  }
  const whole = changes.length === 1 ? wholeFile(first, patch) : null;
  return whole ?? { type: 'patch', paths: changes.flatMap(pathsOf), patch };
}

function changesFrom(value: unknown): readonly FileChange[] {
  return recordsOf(value).flatMap(({ operation, path, oldPath }) => {
    if (typeof operation !== 'string' || typeof path !== 'string') return [];
    return [{ operation, path, oldPath: typeof oldPath === 'string' ? oldPath : null }];
  });
}

function patchOf(patch: unknown): string | null {
  if (!isRecord(patch) || patch.format !== 'git_patch') return null;
  return typeof patch.text === 'string' && patch.text !== '' ? patch.text : null;
}

function wholeFile({ operation, path }: FileChange, patch: string): ToolContent | null {
  if (operation === 'add') {
    const after = linesOf(patch, '+');
    return after === null ? null : { type: 'diff', path, before: null, after };
  }
  if (operation === 'delete') {
    const before = linesOf(patch, '-');
    return before === null ? null : { type: 'diff', path, before, after: null };
  }
  return null;
}

/** The text of a patch whose lines all have the same sign; null if they do not. */
function linesOf(patch: string, sign: '+' | '-'): string | null {
  const begin = patch.search(/^@@ /m);
  if (begin === -1) return null;
  let text = '';
  const [, ...lines] = patch.slice(begin).split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    if (line.startsWith('\\')) text = text.slice(0, -1);
    else if (line.startsWith(sign)) text += `${line.slice(1)}\n`;
    else return null;
  }
  return text;
}

function pathsOf({ path, oldPath }: FileChange): readonly string[] {
  return oldPath === null || oldPath === path ? [path] : [oldPath, path];
}

const verbs: Readonly<Record<string, string>> = {
  add: 'Adds',
  delete: 'Deletes',
  modify: 'Changes',
  move: 'Moves',
  copy: 'Copies',
};

function inWords({ operation, path, oldPath }: FileChange): string {
  const verb = Object.hasOwn(verbs, operation) ? verbs[operation] : 'Changes';
  return oldPath === null ? `${verb} ${path}` : `${verb} ${oldPath} to ${path}`;
}
