import { useThread } from './threadContext';

/** Pure: a path relative to the agent's folder, or unchanged if it is elsewhere. */
export function projectPath(path: string, folders: readonly string[]): string {
  for (const folder of folders) {
    const base = folder.replace(/[\\/]+$/, '');
    const next = path.charAt(base.length);
    if (base !== '' && path.startsWith(base) && (next === '/' || next === '\\')) {
      return path.slice(base.length + 1);
    }
  }
  return path;
}

export function useProjectPath(path: string): string {
  return projectPath(path, useThread().folders);
}
