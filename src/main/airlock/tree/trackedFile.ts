import type { Git } from '#main/git/git';

/** A line of `git ls-files -v --stage`. A file with a merge conflict has one line per version. */
export interface TrackedFile {
  /** Git's letter for how it treats the file. */
  readonly mark: string;
  readonly mode: string;
  readonly path: string;
}

const GITLINK = '160000';

/** All entries of an index, with one command. */
export async function trackedFiles(git: Git): Promise<readonly TrackedFile[]> {
  return (await git.list(['ls-files', '-z', '-v', '--stage'])).map(parse);
}

/** Whether it is a separate repository. The index then has none of its files. */
export function isNested({ mode }: TrackedFile): boolean {
  return mode === GITLINK;
}

/** Parses a line such as `H 100644 1f2e… 0<tab>path`. */
function parse(line: string): TrackedFile {
  const path = line.slice(line.indexOf('\t') + 1);
  return { mark: line.slice(0, 1), mode: line.slice(2, 8), path };
}
