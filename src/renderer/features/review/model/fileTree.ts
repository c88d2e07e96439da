import type { ChangeView } from '#shared/airlock/changeView';
import { visiblePath } from '#shared/text/visiblePath';

interface RowBase {
  /** Unique among rows; a file's key is its path. */
  readonly key: string;
  readonly name: string;
  readonly level: number;
  readonly position: number;
  readonly size: number;
}

export interface FileTreeFolder extends RowBase {
  readonly kind: 'folder';
  readonly isOpen: boolean;
  readonly files: readonly ChangeView[];
}

export interface FileTreeFile extends RowBase {
  readonly kind: 'file';
  readonly view: ChangeView;
}

/** The rows of the tree, from top to bottom, with the positions that ARIA needs. */
export type FileTreeRow = FileTreeFolder | FileTreeFile;

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: ChangeView[];
}

export interface TreeOptions {
  readonly filter: string;
  readonly byFolder: boolean;
  readonly folded: ReadonlySet<string>;
}

/** The files must come in the order of `comparePaths`. */
export function fileTreeRows(
  files: readonly ChangeView[],
  options: TreeOptions,
): readonly FileTreeRow[] {
  const words = options.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = files.filter(({ change }) => {
    const path = `${change.oldPath ?? ''} ${change.path}`.toLowerCase();
    return words.every((word) => path.includes(word));
  });
  if (!options.byFolder) {
    return wanted.map((view, index) => ({
      kind: 'file',
      key: view.change.path,
      name: visiblePath(view.change.path),
      level: 1,
      position: index + 1,
      size: wanted.length,
      view,
    }));
  }
  const root: Folder = { folders: new Map(), files: [] };
  for (const view of wanted) folderOf(root, view.change.path).files.push(view);
  // While filtering, all folders are open to show the matches.
  const isOpen = (key: string) => words.length > 0 || !options.folded.has(key);
  return rowsOf(root, '', 1, isOpen);
}

/** The name in a form that is safe to show. */
export function fileName(path: string): string {
  return visiblePath(path.slice(path.lastIndexOf('/') + 1));
}

/** The folder in a form that is safe to show. */
export function folderNameOf(path: string): string {
  return visiblePath(path.slice(0, Math.max(path.lastIndexOf('/'), 0)));
}

function folderOf(root: Folder, path: string): Folder {
  let folder = root;
  for (const part of path.split('/').slice(0, -1)) {
    const next = folder.folders.get(part) ?? { folders: new Map(), files: [] };
    folder.folders.set(part, next);
    folder = next;
  }
  return folder;
}

function rowsOf(
  folder: Folder,
  prefix: string,
  level: number,
  isOpen: (key: string) => boolean,
): FileTreeRow[] {
  const size = folder.folders.size + folder.files.length;
  const rows: FileTreeRow[] = [];
  let position = 0;
  for (const [part, child] of folder.folders) {
    const { name, inner } = joined(part, child);
    const key = `${prefix}${name}/`;
    position++;
    const row: FileTreeFolder = {
      kind: 'folder',
      key,
      name: visiblePath(name),
      level,
      position,
      size,
      isOpen: isOpen(key),
      files: allFiles(inner),
    };
    rows.push(row);
    if (row.isOpen) rows.push(...rowsOf(inner, key, level + 1, isOpen));
  }
  for (const view of folder.files) {
    position++;
    const { path } = view.change;
    rows.push({ kind: 'file', key: path, name: fileName(path), level, position, size, view });
  }
  return rows;
}

/** Joins a folder that contains only another folder with that one in a single row. */
function joined(part: string, folder: Folder): { name: string; inner: Folder } {
  const [only, ...others] = folder.folders;
  if (only === undefined || others.length > 0 || folder.files.length > 0) {
    return { name: part, inner: folder };
  }
  const { name, inner } = joined(only[0], only[1]);
  return { name: `${part}/${name}`, inner };
}

function allFiles(folder: Folder): readonly ChangeView[] {
  return [...[...folder.folders.values()].flatMap(allFiles), ...folder.files];
}
