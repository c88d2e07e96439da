/** A branch that is named after a session, in letters that git and shells take without quotes. */
export function branchName(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = (words ?? []).slice(0, 7).join('-').slice(0, 60).replace(/-$/, '');
  return `airlock/${name || 'changes'}`;
}
