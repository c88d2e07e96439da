import { type Git, joinZeros, splitZeros } from '#main/git/git';
import { AppException } from '#shared/errors';

/** Leaves out untracked paths that git ignores. If git cannot tell, all paths are kept. */
export async function withoutIgnored(
  git: Git,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length === 0) return paths;
  // This command alone refuses literal paths; a leading ./ keeps it from interpreting them.
  const plain = git.with({ environment: { GIT_LITERAL_PATHSPECS: '0' } });
  const { output } = await plain
    .run(['check-ignore', '-z', '--stdin'], {
      input: joinZeros(paths.map((path) => `./${path}`)),
      // 1: no path is ignored. 128: a path lies beyond a link.
      accepts: [0, 1, 128],
    })
    .catch(nothingIfFailed);
  const ignored = new Set(splitZeros(output));
  return paths.filter((path) => !ignored.has(`./${path}`));
}

/**
 * Empty output, because git cannot be started in a folder that is missing or closed to us; the next
 * look reports that.
 */
function nothingIfFailed(error: unknown): { readonly output: Buffer } {
  if (error instanceof AppException) return { output: Buffer.alloc(0) };
  throw error;
}
