import { readPlainText } from '#main/airlock/tree/readPlainText';
import type { Repository } from '#main/airlock/tree/repository';
import type { Git } from '#main/git/git';

/** The user's refs that a copy begins with. The stash and refs of other tools are not copied. */
const TAKEN_OVER = ['refs/heads', 'refs/notes', 'refs/remotes', 'refs/replace', 'refs/tags'];
/** The branch that HEAD names if git keeps refs in its own tables. */
const ELSEWHERE = 'refs/heads/.invalid';

export interface UserRefs {
  /** The text of git's `packed-refs` file with all refs that name an object. */
  readonly packed: string;
  /** Refs that name another ref. */
  readonly symbolic: ReadonlyMap<string, string>;
  /** The text of HEAD: the branch, or the commit if none is checked out. */
  readonly head: string;
  /**
   * The text of HEAD's log, in which git looks up where HEAD was detached; null if there is none.
   */
  readonly log: string | null;
}

/** `git` is for the user's repository; `base` is a branch or tag to check out instead. */
export async function readUserRefs(
  git: Git,
  repository: Repository,
  base: string | null,
): Promise<UserRefs> {
  const format = '--format=%(objectname) %(refname) %(symref)';
  // A broken ref must not hide the others.
  const listed = await git.run(['for-each-ref', format, ...TAKEN_OVER], { accepts: [0, 1, 128] });
  const lines = ['# pack-refs with: sorted '];
  const symbolic = new Map<string, string>();
  const names = new Set<string>();
  for (const line of listed.output.toString('utf8').split('\n')) {
    const [id = '', name, target] = line.split(' ');
    if (!name || !/^[0-9a-f]{40,64}$/.test(id)) continue;
    names.add(name);
    if (target) symbolic.set(name, target);
    else lines.push(`${id} ${name}`);
  }
  const branch = base === null ? await checkedOut(git, repository) : branchOf(base);
  const isKnown = branch !== null && (repository.head === null || names.has(branch));
  const head = isKnown ? `ref: ${branch}` : (repository.head ?? 'ref: refs/heads/main');
  const log = head === repository.head ? detachedAt(head) : null;
  return { packed: `${lines.join('\n')}\n`, symbolic, head: `${head}\n`, log };
}

/**
 * The name of a local branch, which is the only kind of ref that can be checked out as a branch.
 */
function branchOf(base: string): string | null {
  return base.startsWith('refs/heads/') ? base : null;
}

function detachedAt(head: string): string {
  const when = `Airlock <airlock@localhost> ${Math.floor(Date.now() / 1000)} +0000`;
  return `${head} ${head} ${when}\tcheckout: moving from ${head} to ${head}\n`;
}

async function checkedOut(git: Git, { headFile }: Repository): Promise<string | null> {
  const text = await readPlainText(headFile);
  const name = /^ref: (refs\/\S+)\s*$/.exec(text ?? '')?.[1];
  return name === ELSEWHERE ? git.maybe(['symbolic-ref', '--quiet', 'HEAD']) : (name ?? null);
}
