/** Whether a path of the settings stays below the folder that it is relative to. */
export function isBelow(path: string): boolean {
  const isAbsolute = /^(?:[/\\~]|[A-Za-z]:)/.test(path);
  return !isAbsolute && !path.split(/[/\\]/).includes('..') && !path.includes('\0');
}
