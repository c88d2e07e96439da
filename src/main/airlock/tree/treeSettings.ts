import type { UserSettings } from './userSettings';

/** Without it a file that an agent puts outside the user's sparse checkout would not be seen. */
export const SELECTION_SETTING = 'sparsecheckout';

/**
 * Settings of the user's working tree that follow from its file system. Those by which git looks less
 * closely at a file's marks are not among them.
 */
export const TREE_SETTINGS = [
  'filemode',
  'ignorecase',
  'symlinks',
  'precomposeunicode',
  SELECTION_SETTING,
] as const;

/** The settings by which git converts stored content to files, without any other program. */
export const CONVERSION_SETTINGS = ['autocrlf', 'eol', 'sparsecheckoutcone'] as const;

/** Names of files that git reads; it runs nothing of what is in them. */
const FILE_SETTINGS = ['excludesFile', 'attributesFile'] as const;

/**
 * Only these of the user's settings, as lines of our own configuration file. None of them can name
 * a program, even if an agent wrote them.
 */
export async function treeSettings(
  settings: UserSettings,
  names: readonly string[],
  files: readonly (typeof FILE_SETTINGS)[number][],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const name of names) {
    const value = settings.get(`core.${name}`);
    if (value !== undefined && /^[\w-]+$/.test(value)) lines.push(`${name} = ${value}`);
  }
  for (const name of files) {
    const path = await settings.path(`core.${name.toLowerCase()}`);
    if (path !== null) lines.push(`${name} = ${quoted(path)}`);
  }
  return lines;
}

/** A value as git's configuration files spell it. */
export function quoted(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `"${escaped}"`;
}
