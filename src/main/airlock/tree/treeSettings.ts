import type { UserSettings } from './userSettings';

/**
 * The setting that selects a sparse checkout. Without it, a file that an agent puts outside the
 * selection would not be seen.
 */
export const SELECTION_SETTING = 'sparsecheckout';

/**
 * Settings of the user's working tree that depend on its file system. Settings that make git check
 * a file's status less closely are excluded.
 */
export const TREE_SETTINGS = [
  'filemode',
  'ignorecase',
  'symlinks',
  'precomposeunicode',
  SELECTION_SETTING,
] as const;

/** The settings with which git converts stored content to files, without any other program. */
export const CONVERSION_SETTINGS = ['autocrlf', 'eol', 'sparsecheckoutcone'] as const;

/** Settings for files that git only reads; it runs nothing in them. */
const FILE_SETTINGS = ['excludesFile', 'attributesFile'] as const;

/**
 * These settings of the user, as lines for our own configuration file. None of them can name a
 * program, even if an agent wrote them.
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

/** A value in the syntax of git's configuration files. */
export function quoted(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `"${escaped}"`;
}
