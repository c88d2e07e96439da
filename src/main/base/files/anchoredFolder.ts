import { constants, type Dirent, existsSync, readlinkSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ifExists } from './ifExists';

/** A file or folder was replaced while we worked. */
export class MovedError extends Error {
  readonly code = 'ELOOP';

  constructor(path: string) {
    super(`${path} no longer leads to the same place.`);
    this.name = 'MovedError';
  }
}

const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
/**
 * Matches characters that a name must not contain. A backslash is allowed where it is not a
 * separator.
 */
const NOT_IN_NAMES = sep === '\\' ? /[\\/\0]/ : /[/\0]/;
/**
 * The folder of paths to open descriptors: they name a held folder even if it is moved or replaced.
 */
const DESCRIPTORS = '/proc/self/fd';
/** Whether the system can hold a folder open and work in it through the descriptor. */
export const canHold = process.platform === 'linux' && existsSync(DESCRIPTORS);

/**
 * A folder below a root, reached without following any link. On Linux it is held open and all work
 * goes through the descriptor, so that nobody can replace a folder on the way. On other systems the
 * path is checked before and after, which leaves a gap that a fast and hostile program could use.
 */
export class AnchoredFolder {
  private constructor(
    private readonly place: string,
    private readonly root: string,
    private readonly handle: FileHandle | null,
  ) {}

  /** Runs a task in the folder of a file; null if the folder is missing and must not be created. */
  static async within<T>(
    root: string,
    path: string,
    { create }: { readonly create: boolean },
    task: (folder: AnchoredFolder, name: string) => Promise<T>,
  ): Promise<T | null> {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    const opening = AnchoredFolder.open(root, parts, { create });
    const folder = create ? await opening : await ifExists(opening);
    if (folder === undefined) return null;
    try {
      return await task(folder, name);
    } finally {
      await folder.close();
    }
  }

  /**
   * Opens a folder. The root is a real path and the parts are plain names. Missing folders are
   * created if requested.
   */
  static async open(
    root: string,
    parts: readonly string[],
    { create = false } = {},
  ): Promise<AnchoredFolder> {
    for (const part of parts) assertName(part);
    const place = join(root, ...parts);
    if (!canHold) {
      await walk(root, parts, create);
      const unheld = new AnchoredFolder(place, root, null);
      await unheld.verify();
      return unheld;
    }
    let handle = await open(root, FOLDER);
    try {
      for (const part of parts) {
        const next = await step(handle, part, create);
        await handle.close();
        handle = next;
      }
      const folder = new AnchoredFolder(place, root, handle);
      await folder.verify();
      return folder;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Opens a subfolder by name without following a link. The caller closes both folders. */
  async enter(name: string): Promise<AnchoredFolder> {
    assertName(name);
    const place = join(this.place, name);
    if (this.handle)
      return new AnchoredFolder(place, this.root, await step(this.handle, name, false));
    if (!(await lstat(place)).isDirectory()) throw new MovedError(place);
    return new AnchoredFolder(place, this.root, null);
  }

  /**
   * A path for system calls. If the folder is not held open, it is only as safe as the check before
   * it.
   */
  at(name: string): string {
    assertName(name);
    return join(this.path, name);
  }

  /** The path of the folder itself, with the same guarantee as `at`. */
  get path(): string {
    return this.handle ? `${DESCRIPTORS}/${this.handle.fd}` : this.place;
  }

  /** The entries of the folder. Links are named as links. */
  async entries(): Promise<readonly Dirent[]> {
    const found = await readdir(this.path, { withFileTypes: true });
    if (!this.handle) await this.verify();
    return found;
  }

  /** Throws unless the folder is still where it was found. */
  async verify(): Promise<void> {
    // No disk access is needed for a held folder, so a blocking call is the cheapest.
    const real = this.handle
      ? readlinkSync(`${DESCRIPTORS}/${this.handle.fd}`)
      : await realpath(this.place);
    if (this.handle ? real !== this.place : !isBelow(this.root, real)) {
      throw new MovedError(this.place);
    }
  }

  /** Makes renames and removals in the folder durable. */
  async sync(): Promise<void> {
    if (this.handle) {
      await this.handle.sync();
    } else if (process.platform !== 'win32') {
      const handle = await open(this.place, 'r');
      await handle.sync().finally(() => handle.close());
    }
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }
}

/**
 * A path to an open file, whichever file has its name now; null if the system has no such paths.
 */
export function pathOfHeld({ fd }: FileHandle): string | null {
  return canHold ? `${DESCRIPTORS}/${fd}` : null;
}

/**
 * The entries of a folder below a root; none if it is gone, closed to us, or behind a link by now.
 */
export async function entriesBelow(
  root: string,
  parts: readonly string[],
): Promise<readonly Dirent[]> {
  try {
    const folder = await AnchoredFolder.open(root, parts);
    return await folder.entries().finally(() => folder.close());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}

async function step(parent: FileHandle, name: string, create: boolean): Promise<FileHandle> {
  const path = `${DESCRIPTORS}/${parent.fd}/${name}`;
  try {
    return await open(path, FOLDER);
  } catch (error) {
    if (!create || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await makeFolder(path);
  return open(path, FOLDER);
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function walk(root: string, parts: readonly string[], create: boolean): Promise<void> {
  let path = root;
  for (const part of parts) {
    path = join(path, part);
    const status = await ifExists(lstat(path));
    if (status === undefined && create) await makeFolder(path);
    else if (status && !status.isDirectory()) throw new MovedError(path);
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

function assertName(name: string): void {
  const isName = name !== '' && name !== '.' && name !== '..' && !NOT_IN_NAMES.test(name);
  if (!isName) throw new Error(`Not a name: ${JSON.stringify(name)}`);
}
