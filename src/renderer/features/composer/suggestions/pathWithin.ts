/** Pure: the path relative to the first of the folders that contains it, with forward slashes. */
export function pathWithin(folders: readonly string[], path: string): string | null {
  const whole = normal(path);
  for (const folder of folders) {
    const start = `${normal(folder).replace(/\/+$/, '')}/`;
    if (start !== '/' && whole.startsWith(start) && whole !== start) {
      return whole.slice(start.length);
    }
  }
  return null;
}

/** Windows accepts both slashes, and drive letters in either case. */
function normal(path: string): string {
  if (!/^(?:[a-z]:|\\\\)/i.test(path)) return path;
  return path.replaceAll('\\', '/').replace(/^[a-z]:/, (drive) => drive.toUpperCase());
}
