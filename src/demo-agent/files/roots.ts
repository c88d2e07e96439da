import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { messageOf } from '../log';

/** The message is shown to the user: it names the path and says why it was refused. */
export class PathRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PathRefused';
  }
}

/**
 * The folders that a session may touch. Nothing outside them is read, written or named by a
 * listing.
 */
export class Roots {
  readonly cwd: string;
  readonly folders: readonly string[];
  readonly #real: readonly string[];

  private constructor(cwd: string, folders: readonly string[], real: readonly string[]) {
    this.cwd = cwd;
    this.folders = folders;
    this.#real = real;
  }

  static async open(cwd: string, additional: readonly string[]): Promise<Roots> {
    const folders = [...new Set([cwd, ...additional].map((folder) => resolve(folder)))];
    const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
    return new Roots(resolve(cwd), folders, real);
  }

  /**
   * The absolute path of what the user named, checked by following every link on the way. The path
   * keeps its links, because the client knows it by that name.
   */
  async resolve(path: string): Promise<string> {
    const absolute = resolve(this.cwd, path);
    const real = await followLinks(absolute, path);
    const root = this.#real.find((folder) => isInside(folder, real));
    if (root === undefined) {
      throw new PathRefused(
        `\`${path}\` is outside the folders of this session, so I leave it alone.`,
      );
    }
    if (relative(root, real).split(sep).includes('.git')) {
      throw new PathRefused(`\`${path}\` belongs to git itself, so I leave it alone.`);
    }
    return absolute;
  }

  /** The path for display: relative to the working folder if it is inside, with forward slashes. */
  display(absolute: string): string {
    const path = isInside(this.cwd, absolute) ? relative(this.cwd, absolute) : absolute;
    return (path === '' ? '.' : path).split(sep).join('/');
  }
}

function isInside(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner === '' || (!isAbsolute(inner) && inner !== '..' && !inner.startsWith(`..${sep}`));
}

/** Follows links as far as the path exists. A link without a target is refused. */
async function followLinks(absolute: string, named: string): Promise<string> {
  let existing = absolute;
  for (;;) {
    try {
      return resolve(await realpath(existing), relative(existing, absolute));
    } catch (error) {
      if (!isMissing(error))
        throw new PathRefused(`I cannot look at \`${named}\`: ${messageOf(error)}`);
    }
    const isDanglingLink = await lstat(existing).then(
      () => true,
      () => false,
    );
    if (isDanglingLink)
      throw new PathRefused(
        `\`${named}\` goes through a link that leads nowhere, so I leave it alone.`,
      );
    const parent = dirname(existing);
    if (parent === existing) return absolute;
    existing = parent;
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
}
