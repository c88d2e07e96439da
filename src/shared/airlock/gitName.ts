/**
 * Every spelling that some file system treats as `.git`: other case, characters that are not drawn
 * (HFS+ and folded ext4 ignore them), the dots and spaces that Windows drops, NTFS streams and
 * short names.
 */
const GIT_NAME = /^(?:\.git|git~\d+|gi[0-9a-f]{4}~\d+)[. ]*(?::.*)?$/s;

/** Whether a single name, on some file system, is that of git's own folder. */
export function isGitName(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
  return GIT_NAME.test(plain);
}

/** Whether a path leads to git's own folder or into it, at any depth. */
export function leadsIntoGit(path: string): boolean {
  return path.split(/[\\/]/).some(isGitName);
}
