import { EditRoom, replacePart } from '#main/base/replacePart';
import type { ToolContent } from '#shared/session/content';
import { isRecord, type JsonRecord, recordsOf, textsOf } from '../../json';
import { PATCH_HUNKS } from '../limits';

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly lines: readonly string[];
}

const editTools: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

export function isEditTool(name: string): boolean {
  return editTools.has(name);
}

/** The path that an edit is about to change; null for anything else. */
export function editedPath(name: string, input: JsonRecord): string | null {
  const path = input.file_path ?? input.notebook_path;
  return isEditTool(name) && typeof path === 'string' && path !== '' ? path : null;
}

/**
 * The file after the edit, given its current text (null if there is none). If that cannot be
 * determined, only the part that the agent named.
 */
export function proposedEdit(
  name: string,
  input: JsonRecord,
  current: string | null | undefined,
): ToolContent | null {
  const path = editedPath(name, input);
  if (path === null) return null;
  if (name === 'Write') {
    return typeof input.content === 'string'
      ? { type: 'diff', path, before: current ?? null, after: input.content }
      : null;
  }
  const edits = name === 'MultiEdit' ? recordsOf(input.edits) : [input];
  if (edits.length === 0) return null;
  const room = new EditRoom();
  let after: string | null = current ?? '';
  for (const edit of edits) {
    after = after !== null && room.take(after) ? replaced(after, edit) : null;
    if (after === null) break;
  }
  if (after !== null) return { type: 'diff', path, before: current ?? null, after };
  const [{ old_string: before, new_string: fragment } = {} as JsonRecord] = edits;
  return edits.length === 1 && typeof before === 'string' && typeof fragment === 'string'
    ? { type: 'diff', path, before, after: fragment }
    : null;
}

/** Null if the text does not contain the part to replace, or would become too long. */
function replaced(text: string, edit: JsonRecord): string | null {
  const { old_string: before, new_string: after, replace_all: all } = edit;
  if (typeof before !== 'string' || typeof after !== 'string') return null;
  // An empty text means a new file.
  if (before === '') return text === '' ? after : null;
  return replacePart(text, before, after, all === true);
}

/** The result of an edit, as the agent reports it; null when there is none. */
export function editFromResult(result: unknown): ToolContent | null {
  if (!isRecord(result)) return null;
  const path = result.filePath ?? result.notebook_path;
  if (typeof path !== 'string') return null;
  if (typeof result.updated_file === 'string') {
    const before = typeof result.original_file === 'string' ? result.original_file : null;
    return { type: 'diff', path, before, after: result.updated_file };
  }
  const original = result.originalFile ?? result.originalFileContents;
  const before = typeof original === 'string' ? original : null;
  if (typeof result.content === 'string') return written(path, before, result);
  const hunks = hunksFrom(result.structuredPatch);
  // The replacement is exact about the end of the last line, and the patch about the replaced text.
  const after =
    replaced(before ?? '', {
      old_string: result.oldString,
      new_string: result.newString,
      replace_all: result.replaceAll,
    }) ??
    (hunks && patched(before ?? '', hunks));
  if (after !== null) return { type: 'diff', path, before, after };
  return hunks && { type: 'patch', paths: [path], patch: patchText(path, hunks) };
}

function written(path: string, before: string | null, result: JsonRecord): ToolContent {
  const after = result.content as string;
  if (before === null && result.type === 'update') {
    const hunks = hunksFrom(result.structuredPatch);
    if (hunks) return { type: 'patch', paths: [path], patch: patchText(path, hunks) };
  }
  return { type: 'diff', path, before: result.type === 'create' ? null : before, after };
}

function hunksFrom(value: unknown): readonly Hunk[] | null {
  const hunks = recordsOf(value).map(({ oldStart, oldLines, lines }) => ({
    oldStart: Number.isSafeInteger(oldStart) ? (oldStart as number) : 0,
    oldLines: Number.isSafeInteger(oldLines) ? (oldLines as number) : 0,
    lines: textsOf(lines),
  }));
  return hunks.length === 0 || hunks.length > PATCH_HUNKS ? null : hunks;
}

/** Null if the patch does not fit this text. */
function patched(text: string, hunks: readonly Hunk[]): string | null {
  const lines = text.split('\n');
  const result: string[] = [];
  let next = 0;
  for (const hunk of hunks) {
    const start = Math.max(0, hunk.oldStart - 1);
    if (start < next || start > lines.length) return null;
    while (next < start) result.push(lines[next++] as string);
    for (const line of hunk.lines) {
      const words = line.slice(1);
      if (line.startsWith('\\')) continue;
      if (line.startsWith('+')) {
        result.push(words);
        continue;
      }
      if (lines[next] !== words) return null;
      if (!line.startsWith('-')) result.push(words);
      next++;
    }
  }
  return result.concat(lines.slice(next)).join('\n');
}

function patchText(path: string, hunks: readonly Hunk[]): string {
  const body = hunks.map(({ oldStart, oldLines, lines }) => {
    const newLines = lines.filter((line) => !line.startsWith('-') && !line.startsWith('\\')).length;
    return [`@@ -${oldStart},${oldLines} +${oldStart},${newLines} @@`, ...lines].join('\n');
  });
  return [`--- ${path}`, `+++ ${path}`, ...body, ''].join('\n');
}
