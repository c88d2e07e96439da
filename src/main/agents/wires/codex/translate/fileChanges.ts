import type { ToolContent, ToolKind, ToolLocation } from '#shared/session/content';
import type { ToolFields } from '#shared/session/events';
import { inFolder } from '../../inFolder';
import { isRecord, type JsonRecord, recordsOf, textOr } from '../../json';

/** A change to one file: the whole text of a created or deleted file, or a patch. */
export interface FileChange {
  readonly path: string;
  readonly kind: 'add' | 'delete' | 'update';
  readonly movedTo: string | null;
  readonly text: string;
}

/** The readable file changes; others are left out. */
export function changesFrom(value: unknown): readonly FileChange[] {
  return recordsOf(value).flatMap(({ path, kind, diff }) => {
    if (typeof path !== 'string') return [];
    const about: JsonRecord = isRecord(kind) ? kind : { type: kind };
    return [change(path, about.type, about.move_path, textOr(diff, ''))];
  });
}

/** The file changes in the older protocol: an object that maps paths to changes. */
export function legacyChangesFrom(value: unknown): readonly FileChange[] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([path, about]) => {
    if (!isRecord(about)) return [];
    const text = textOr(about.unified_diff, textOr(about.content, ''));
    return [change(path, about.type, about.move_path, text)];
  });
}

function change(path: string, type: unknown, movedTo: unknown, text: string): FileChange {
  const kind = type === 'add' || type === 'delete' ? type : 'update';
  return { path, kind, movedTo: textOr(movedTo, null), text };
}

/** The display fields of a list of changes. */
export function changeFields(changes: readonly FileChange[], folder: string): ToolFields {
  const names = changes.map(({ path, movedTo }) => inFolder(movedTo ?? path, folder));
  return {
    title: names.length === 0 ? 'Edit files' : `${verbOf(changes)} ${names.join(', ')}`,
    kind: kindOf(changes),
    content: changes.map(contentOf),
    locations: changes.map(({ path, movedTo }): ToolLocation => ({ path: movedTo ?? path })),
  };
}

function contentOf({ path, kind, movedTo, text }: FileChange): ToolContent {
  if (kind === 'add') return { type: 'diff', path, before: null, after: text };
  if (kind === 'delete') return { type: 'diff', path, before: text, after: null };
  const paths = movedTo === null ? [path] : [path, movedTo];
  return { type: 'patch', paths, patch: withHeader(text, path, movedTo ?? path) };
}

/** Adds the file header, which Codex leaves out. */
function withHeader(patch: string, from: string, to: string): string {
  return patch.startsWith('---') || patch.startsWith('diff ')
    ? patch
    : `--- ${from}\n+++ ${to}\n${patch}`;
}

function kindOf(changes: readonly FileChange[]): ToolKind {
  if (changes.length > 0 && changes.every(({ kind }) => kind === 'delete')) return 'delete';
  const isMove = changes.length > 0 && changes.every(({ movedTo }) => movedTo !== null);
  return isMove ? 'move' : 'edit';
}

function verbOf(changes: readonly FileChange[]): string {
  if (changes.every(({ kind }) => kind === 'add')) return 'Create';
  const kind = kindOf(changes);
  if (kind === 'delete') return 'Delete';
  return kind === 'move' ? 'Move' : 'Edit';
}

/** How many folders deep a patch's paths are matched; no project is deeper. */
const FOLDERS = 64;

const fileHeader = /^(?:\+\+\+ (?:b\/)?|--- (?:a\/)?)(.+)$/gm;

/** The files that a patch in git's format changes. */
export function patchedPaths(patch: string): readonly string[] {
  const paths = [...patch.matchAll(fileHeader)].map(([, path = '']) => path);
  return [...new Set(paths)].filter((path) => path !== '/dev/null');
}

/** The parts of a patch that change other files than these. The paths in `told` are absolute. */
export function untoldPatch(patch: string, told: ReadonlySet<string>): string {
  const names = new Set([...told].flatMap(namesOf));
  return patch
    .split(/^(?=diff --git )/m)
    .filter((part) => part.trim() !== '' && !patchedPaths(part).some((path) => names.has(path)))
    .join('');
}

/** The path's possible names in a patch: itself, relative to any of its folders. */
function namesOf(path: string): readonly string[] {
  const plain = path.replaceAll('\\', '/');
  const names = [path];
  for (let at = plain.length; at > 0 && names.length <= FOLDERS; ) {
    at = plain.lastIndexOf('/', at - 1);
    if (at !== -1) names.push(plain.slice(at + 1));
  }
  return names;
}
