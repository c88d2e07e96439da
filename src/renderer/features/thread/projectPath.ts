import { useThread } from './threadContext';

/** Pure: a path as seen from where the agent works, or as it is if it lies elsewhere. */
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
