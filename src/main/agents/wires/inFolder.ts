/** A path as it is shown: from the session's folder on, where it lies in it. */
export function inFolder(path: string, folder: string): string {
  if (folder === '' || !path.startsWith(folder)) return path;
  const rest = path.slice(folder.length);
  return /^[\\/]./.test(rest) ? rest.slice(1) : path;
}
