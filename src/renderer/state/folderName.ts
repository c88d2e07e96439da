/** The last part of a path, in either system's way of writing it. */
export function folderName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
