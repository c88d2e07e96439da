/** A path for display: relative to the session's folder if it is inside. */
export function inFolder(path: string, folder: string): string {
  if (folder === '' || !path.startsWith(folder)) return path;
  const rest = path.slice(folder.length);
  return /^[\\/]./.test(rest) ? rest.slice(1) : path;
}
