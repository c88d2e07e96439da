import { isGitName } from './gitName';

/**
 * Makes names equal that some file system treats as the same. Folds case, and composed and
 * decomposed letters. Removes characters that are not drawn (HFS+ ignores them), the streams of
 * NTFS, and the dots and spaces that Windows drops at the end.
 */
export function foldName(name: string): string {
  if (isGitName(name)) return '.git';
  const drawn = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const stream = drawn.indexOf(':', 1);
  return withoutEnd(stream === -1 ? drawn : drawn.slice(0, stream))
    .toLowerCase()
    .normalize('NFC');
}

/** A loop, because a regular expression would retry from every dot of a long run. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(0, end);
}
