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

/** Pure: a text in which paths below these folders are named from there. */
export function withoutFolders(text: string, folders: readonly string[]): string {
  // Folders may lie in each other: the longest says most.
  const bases = folders
    .map((folder) => folder.replace(/[\\/]+$/, ''))
    .filter((base) => base.length > 1)
    .sort((one, other) => other.length - one.length);
  let result = text;
  for (const base of bases) {
    if (!result.includes(base.slice(1))) continue;
    // Some agents leave the first slash out.
    const name = `${escaped(base.slice(0, 1))}?${escaped(base.slice(1))}`;
    const place = new RegExp(
      `(?<![\\w.~/\\\\-])${name}(?:[/\\\\](?=[^\\s"'\`)])|(?![\\w.~-]))[/\\\\]?`,
      'g',
    );
    result = result.replace(place, (found) => (/[/\\]$/.test(found) ? '' : '.'));
  }
  return result;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function useProjectPath(path: string): string {
  return projectPath(path, useThread().folders);
}
