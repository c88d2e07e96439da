import { refuse } from '#main/airlock/disk/attempt';
import { OFFERED_BASES } from '#main/airlock/limits';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import { baseName, type CopyBase } from '#shared/project/copyBase';
import type { Repository } from './repository';

const KINDS = [
  ['refs/heads/', 'branch'],
  ['refs/remotes/', 'remote branch'],
  ['refs/tags/', 'tag'],
] as const;

/** The branches and tags of the user's repository, newest first; none outside a repository. */
export async function listBases(git: Git): Promise<readonly CopyBase[]> {
  const places = KINDS.map(([place]) => place);
  const { output } = await git.run(
    [
      'for-each-ref',
      '--sort=-creatordate',
      `--count=${OFFERED_BASES}`,
      '--format=%(refname) %(symref)',
      ...places,
    ],
    // A broken ref must not hide the others. Outside a repository there are none.
    { accepts: [0, 1, 128] },
  );
  return output
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [ref = '', target] = line.split(' ');
      const kind = kindOf(ref);
      return kind === undefined || target ? [] : [{ ref, kind }];
    });
}

/** The repository as if this branch or tag were checked out and unchanged. */
export async function repositoryAt(
  git: Git,
  repository: Repository | null,
  ref: string,
): Promise<Repository> {
  const name = baseName(ref);
  if (repository === null) throw refuse('Only a git repository has branches to start from.');
  const find = (what: string) => git.maybe(['rev-parse', '--quiet', '--verify', what]);
  const head = kindOf(ref) === undefined ? null : await find(`${ref}^{commit}`);
  const headTree = head && (await find(`${head}^{tree}`));
  if (!head || !headTree) throw refuse(`${name} no longer exists. Choose another branch.`);
  const { prefix } = repository;
  if (prefix !== '' && (await find(`${head}:${prefix}`)) === null) {
    throw refuse(`${name} does not have the folder ${prefix}. Choose another branch.`);
  }
  return { ...repository, head: head as ObjectId, headTree: headTree as ObjectId };
}

function kindOf(ref: string): CopyBase['kind'] | undefined {
  return KINDS.find(([place]) => ref.startsWith(place))?.[1];
}
