/** As highlight.js knows it: by what follows the last dot, or the whole name where there is none. */
export function languageOfPath(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
