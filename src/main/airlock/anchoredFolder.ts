import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ifExists } from '#main/base/ifExists';

/** Something was swapped for something else while we worked. */
export class MovedError extends Error {
  readonly code = 'ELOOP';

  constructor(path: string) {
    super(`${path} does not lead where it did.`);
    this.name = 'MovedError';
  }
}

const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
/** Through it a folder that is held open can be named, wherever it is moved or whatever takes its place. */
const DESCRIPTORS = '/proc/self/fd';
const canHold = process.platform === 'linux' && existsSync(DESCRIPTORS);

/**
 * A folder below a root, reached without following a single link. On Linux it is held open and
 * everything is done through the held one, so that nobody can swap the way to it. Elsewhere the way
 * is checked before and after, which leaves a gap that a fast and hostile program could use.
 */
export class AnchoredFolder {
  private constructor(
    private readonly place: string,
    private readonly root: string,
    private readonly handle: FileHandle | null,
  ) {}

  /** The root is a real path; the parts are plain names. Missing folders are made if so wanted. */
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

  /** A path to give to the system; only as good as the check before it where nothing is held. */
  at(name: string): string {
    assertName(name);
    return this.handle ? `${DESCRIPTORS}/${this.handle.fd}/${name}` : join(this.place, name);
  }

  /** Throws unless the folder still stands where it was found. */
  async verify(): Promise<void> {
    const real = this.handle
      ? await readlink(`${DESCRIPTORS}/${this.handle.fd}`)
      : await realpath(this.place);
    if (this.handle ? real !== this.place : !isBelow(this.root, real)) {
      throw new MovedError(this.place);
    }
  }

  /** Makes what was renamed or removed in it durable. */
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

async function step(parent: FileHandle, name: string, create: boolean): Promise<FileHandle> {
  const path = `${DESCRIPTORS}/${parent.fd}/${name}`;
  try {
    return await open(path, FOLDER);
  } catch (error) {
    if (!create || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return open(path, FOLDER);
}

async function walk(root: string, parts: readonly string[], create: boolean): Promise<void> {
  let path = root;
  for (const part of parts) {
    path = join(path, part);
    const status = await ifExists(lstat(path));
    if (status === undefined && create) await mkdir(path);
    else if (status && !status.isDirectory()) throw new MovedError(path);
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

function assertName(name: string): void {
  const isName = name !== '' && name !== '..' && !/[\\/\0]/.test(name);
  if (!isName) throw new Error(`Not a name: ${JSON.stringify(name)}`);
}
