/**
 * A branch name from a session's title, in characters that git and shells accept without quotes.
 */
export function branchName(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = (words ?? []).slice(0, 7).join('-').slice(0, 60).replace(/-$/, '');
  return `airlock/${name || 'changes'}`;
}
