import { visiblePath } from '#shared/text/visiblePath';

/** The last part of a path, in either system's way of writing it, as it may be drawn. */
export function folderName(path: string): string {
  return visiblePath(path.split(/[/\\]/).findLast((part) => part !== '') ?? path);
}
