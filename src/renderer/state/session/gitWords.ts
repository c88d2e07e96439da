import type { AheadBehind, GitGlance } from '#shared/ipc/changes';

/** The branch, or the commit in its place. */
export function branchWords({ branch, commit }: GitGlance): string {
  return branch ?? (commit === null ? 'no commit yet' : `detached at ${commit}`);
}

/** Where the branch is, in sentences. */
export function distanceWords({ upstream, main, branch, commit }: GitGlance): readonly string[] {
  if (commit === null) return ['Nothing has been committed yet.'];
  const words = [upstream && `${distance(upstream)} its upstream branch.`];
  if (branch !== null && upstream === null) words.push('It has no upstream branch.');
  if (main?.distance) words.push(`${distance(main.distance)} ${main.name}.`);
  return words.filter((one) => one !== null);
}

/** The distance in a few characters, for a badge; empty if there is none. */
export function arrows({ ahead, behind }: AheadBehind): string {
  return [ahead > 0 && `↑${ahead}`, behind > 0 && `↓${behind}`].filter(Boolean).join(' ');
}

function distance({ ahead, behind }: AheadBehind): string {
  if (ahead === 0 && behind === 0) return 'Even with';
  if (behind === 0) return `${commits(ahead)} ahead of`;
  if (ahead === 0) return `${commits(behind)} behind`;
  return `${commits(ahead)} ahead of and ${commits(behind)} behind`;
}

function commits(count: number): string {
  return count === 1 ? '1 commit' : `${count.toLocaleString()} commits`;
}
