import type { Git } from '#main/git/git';
import type { AheadBehind, GitGlance } from '#shared/ipc/changes';

/** The branches that work is measured against, in order of preference. */
const MAINS = [
  'refs/heads/main',
  'refs/heads/master',
  'refs/heads/trunk',
  'refs/remotes/origin/HEAD',
];

/**
 * Counting the commits of histories with little in common takes long, and nobody waits for the
 * numbers.
 */
const COUNT_MILLISECONDS = 10_000;

/** The user's checked-out branch, and its distance from its upstream. Only reads. */
export async function gitGlance(git: Git): Promise<GitGlance> {
  const branch = await git.maybe(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  const commit = await git.maybe(['rev-parse', '--quiet', '--verify', '--short', 'HEAD']);
  if (commit === null) return { branch, commit: null, upstream: null, main: null };
  const upstream = await count(git, '@{upstream}');
  const ref = await mainRef(git);
  const name = ref && nameOf(ref);
  const distance = ref === null || name === branch ? null : await count(git, ref);
  return {
    branch,
    commit,
    upstream,
    main: name === null ? null : { name, distance },
  };
}

/** Null if none of the branches exists. */
export async function mainRef(git: Git): Promise<string | null> {
  const listed = await git.text(['for-each-ref', '--format=%(refname)', ...MAINS]);
  const known = new Set(listed.split('\n'));
  return MAINS.find((ref) => known.has(ref)) ?? null;
}

export function nameOf(ref: string): string {
  return ref.replace(/^refs\/(?:heads|remotes)\//, '');
}

/** Null if there is no such place, or if counting takes too long. */
async function count(git: Git, place: string): Promise<AheadBehind | null> {
  const { code, output } = await git.run(
    ['rev-list', '--left-right', '--count', `HEAD...${place}`, '--'],
    { accepts: [0, 1, 128], milliseconds: COUNT_MILLISECONDS },
  );
  const [ahead = Number.NaN, behind = Number.NaN] = output.toString('utf8').split('\t').map(Number);
  return code === 0 && Number.isInteger(ahead) && Number.isInteger(behind)
    ? { ahead, behind }
    : null;
}

export interface GitRemote {
  readonly name: string;
  /** The host of the address, in lower case; null for a folder. */
  readonly host: string | null;
}

/**
 * The user's remotes. Only the hosts are returned, because addresses may contain passwords. Names
 * that begin like an option are left out: git accepts them in its configuration, but would read
 * them as options in a command.
 */
export async function gitRemotes(git: Git): Promise<readonly GitRemote[]> {
  const listed = (await git.text(['remote'])).split('\n');
  const names = listed.filter((name) => name !== '' && !name.startsWith('-'));
  const remotes: GitRemote[] = [];
  for (const name of names) {
    const address = await git.maybe(['config', '--get', `remote.${name}.url`]);
    remotes.push({ name, host: address === null ? null : hostOf(address) });
  }
  return remotes;
}

function hostOf(address: string): string | null {
  const [, host] =
    /^[a-z+]+:\/\/(?:[^@/]*@)?([^/:]+)/i.exec(address) ??
    /^(?:[^@/]*@)?([^/:]+):/.exec(address) ??
    [];
  return host?.toLowerCase() ?? null;
}
