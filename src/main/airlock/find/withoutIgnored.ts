import { type Git, joinZeros, splitZeros } from '#main/git/git';
import { AppException } from '#shared/errors';

/** Leaves out what git ignores and does not track. Where git cannot tell, all are kept. */
export async function withoutIgnored(
  git: Git,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length === 0) return paths;
  // The one command that refuses literal paths; a leading ./ keeps it from reading more into them.
  const plain = git.with({ environment: { GIT_LITERAL_PATHSPECS: '0' } });
  const { output } = await plain
    .run(['check-ignore', '-z', '--stdin'], {
      input: joinZeros(paths.map((path) => `./${path}`)),
      // 1: none is ignored. 128: one lies beyond a link.
      accepts: [0, 1, 128],
    })
    .catch(nothingIfFailed);
  const ignored = new Set(splitZeros(output));
  return paths.filter((path) => !ignored.has(`./${path}`));
}

/** Git cannot be started in a folder that is missing or closed to us; the next look reports it. */
function nothingIfFailed(error: unknown): { readonly output: Buffer } {
  if (error instanceof AppException) return { output: Buffer.alloc(0) };
  throw error;
}
