import type { Git } from '#main/git/git';

/** Without it a file that an agent puts outside of the user's selection would not be seen. */
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

/** How git converts what it keeps into what is on the disk, without any other program. */
export const CONVERSION_SETTINGS = ['autocrlf', 'eol', 'sparsecheckoutcone'] as const;

/** Names of files that git reads; it runs nothing of what is in them. */
const FILE_SETTINGS = ['excludesFile', 'attributesFile'] as const;

/**
 * These of the user's settings, and no others, as lines of a configuration file of ours. None of
 * them can name a program, whoever wrote them.
 */
export async function treeSettings(
  git: Git,
  names: readonly string[],
  files: readonly (typeof FILE_SETTINGS)[number][],
): Promise<readonly string[]> {
  const lines: string[] = [];
  if (names.length > 0) {
    const pattern = `^core\\.(${names.join('|')})$`;
    const found = await git.maybe(['config', '--null', '--get-regexp', pattern]);
    for (const setting of (found ?? '').split('\0')) {
      const [, name, value] = /^core\.(\w+)\n([\w-]+)$/.exec(setting) ?? [];
      if (name !== undefined) lines.push(`${name} = ${value}`);
    }
  }
  for (const name of files) {
    const path = await git.maybe(['config', '--null', '--type=path', '--get', `core.${name}`]);
    if (path !== null) lines.push(`${name} = ${quoted(path.replace(/\0$/, ''))}`);
  }
  return lines;
}

function quoted(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `"${escaped}"`;
}
