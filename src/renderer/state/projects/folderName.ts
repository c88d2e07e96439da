import { visiblePath } from '#shared/text/visiblePath';

/** The last part of a path, with either kind of slash, in a form that is safe to show. */
export function folderName(path: string): string {
  return visiblePath(path.split(/[/\\]/).findLast((part) => part !== '') ?? path);
}
