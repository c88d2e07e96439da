import type { Git } from '#main/git/git';

export interface GitRemote {
  readonly name: string;
  /** The host of its address, in small letters; null for a folder. */
  readonly host: string | null;
}

/** The user's remotes. Addresses may hold passwords, so that only their hosts are told. */
export async function gitRemotes(git: Git): Promise<readonly GitRemote[]> {
  const names = (await git.text(['remote'])).split('\n').filter((name) => name !== '');
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
