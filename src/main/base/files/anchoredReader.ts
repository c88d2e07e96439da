import { type BigIntStats, constants, realpathSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { AnchoredFolder, canHold, MovedError } from './anchoredFolder';
import { ifExists } from './ifExists';

/** The path is outside the folders that may be read. */
export class OutsideError extends Error {
  constructor(path: string) {
    super(`${path} is outside the folders that may be read.`);
    this.name = 'OutsideError';
  }
}

/** The real path after following links. */
export interface Reached {
  /** The absolute path, without a link in it at the time of the call. */
  readonly path: string;
  /** The status; undefined if nothing exists there. */
  readonly status: BigIntStats | undefined;
  readonly isBehindLink: boolean;
}

/** The file system's error for a missing file. */
class MissingError extends Error {
  readonly code = 'ENOENT';

  constructor(path: string) {
    super(`${path} does not exist.`);
    this.name = 'MissingError';
  }
}

interface Root {
  /** The path as it was given. */
  readonly given: string;
  readonly real: string;
}

interface Place {
  readonly root: string;
  /** Names from the root on, possibly including `..`. */
  readonly parts: readonly string[];
}

/** The folder and the name at the end of a path. The receiver closes the folder. */
interface End {
  readonly reached: Reached;
  /** The folder; null if a folder on the way is missing. */
  readonly folder: AnchoredFolder | null;
  /** The name; null for the folder itself. */
  readonly name: string | null;
}

/** The kernel's limit: more links are a loop. */
const LINKS_FOLLOWED = 40;
/**
 * The limit of folders that are opened on the way to one file, across all links; no project is that
 * deep.
 */
const STEPS = 1_024;
const SEPARATORS = sep === '\\' ? /[\\/]/ : /\//;
// Opening a pipe must not wait until somebody writes to it.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * I16: reads only below a few folders, whatever is replaced by a link meanwhile. On Linux each name
 * of the path is opened from the folder held open before it. A link is read, and followed by
 * starting again from the folder that contains its target. On other systems the path is checked
 * before and after, which leaves a gap that a fast and hostile program could use.
 */
export class AnchoredReader {
  private readonly roots: readonly Root[];

  /** Resolves the folders' paths now: one that becomes a link later is not followed. */
  constructor(folders: readonly string[]) {
    this.roots = folders.map((given) => ({ given: normalize(given), real: realFolder(given) }));
  }

  /** The path of one of the folders when this was created. */
  rootOf(folder: string): string {
    return this.roots.find(({ given }) => given === normalize(folder))?.real ?? folder;
  }

  /**
   * Finds the real path. Throws an `OutsideError` for paths outside, and the file system's errors.
   */
  async find(path: string): Promise<Reached> {
    const { reached, folder } = await this.reach(path);
    await folder?.close();
    return reached;
  }

  /** Opens the file for the duration of its use. The status tells what kind of file it is. */
  async open<T>(
    path: string,
    use: (file: FileHandle, status: BigIntStats) => Promise<T>,
  ): Promise<T> {
    const { folder, name, reached } = await this.reach(path);
    try {
      if (folder === null || reached.status === undefined) throw new MissingError(path);
      const place = name === null ? folder.path : folder.at(name);
      const file = await open(place, name === null ? constants.O_RDONLY : READ);
      try {
        const status = await file.stat({ bigint: true });
        const result = await use(file, status);
        if (!canHold) await checkAgain(folder, name, status);
        return result;
      } finally {
        await file.close();
      }
    } finally {
      await folder?.close();
    }
  }

  private async reach(path: string): Promise<End> {
    const budget = { steps: STEPS };
    let way = normalize(path);
    for (let links = 0; links <= LINKS_FOLLOWED; links++) {
      const place = await this.place(way);
      const end = await walk(place, links > 0, budget);
      if (typeof end !== 'string') return end;
      way = end;
    }
    throw new MovedError(path);
  }

  /**
   * Resolves the path by the links' text. If that is not enough, links outside the roots may be
   * used, because the result is only a hint.
   */
  private async place(path: string): Promise<Place> {
    const place = this.below(path) ?? this.below(await realLocation(path));
    if (place === null) throw new OutsideError(path);
    return place;
  }

  private below(path: string): Place | null {
    for (const root of this.roots) {
      for (const base of [root.real, root.given]) {
        const start = base.endsWith(sep) ? base : base + sep;
        if (path !== base && !path.startsWith(start)) continue;
        return { root: root.real, parts: namesIn(path.slice(start.length)) };
      }
    }
    return null;
  }
}

/** Follows the path to its end, or to a link; then returns the path to follow instead. */
async function walk(
  { root, parts }: Place,
  isBehindLink: boolean,
  budget: { steps: number },
): Promise<End | string> {
  const walked: string[] = [];
  let folder = await AnchoredFolder.open(root, []);
  let isHandedOver = false;
  try {
    for (const [index, part] of parts.entries()) {
      const here = join(root, ...walked);
      const rest = parts.slice(index + 1);
      if (--budget.steps < 0) throw new MovedError(join(here, part));
      // Only folders were passed, no links, so the parent is the previous folder.
      if (part === '..') return [dirname(here), ...rest].join(sep);
      const status = await ifExists(lstat(folder.at(part), { bigint: true }));
      if (status?.isSymbolicLink()) {
        const target = await whileItStays(readlink(folder.at(part)), join(here, part));
        return [followed(here, target), ...rest].join(sep);
      }
      const path = join(here, part, ...rest);
      if (status === undefined && rest.length > 0) {
        if (rest.includes('..')) throw new MissingError(path);
        return { reached: { path, status, isBehindLink }, folder: null, name: null };
      }
      if (rest.length === 0) {
        isHandedOver = true;
        return { reached: { path, status, isBehindLink }, folder, name: part };
      }
      if (!status?.isDirectory()) throw new MissingError(path);
      const next = await whileItStays(folder.enter(part), join(here, part));
      await folder.close();
      folder = next;
      walked.push(part);
    }
    const status = await stat(folder.path, { bigint: true });
    isHandedOver = true;
    return { reached: { path: root, status, isBehindLink }, folder, name: null };
  } finally {
    if (!isHandedOver) await folder.close();
  }
}

/** Throws a `MovedError` if a link or folder has become something else in the meantime. */
async function whileItStays<T>(operation: Promise<T>, path: string): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EINVAL' || code === 'ENOTDIR' || code === 'ENOENT') throw new MovedError(path);
    throw error;
  }
}

/**
 * Resolves the leading `..` of a link's target from its folder; a `..` after a name may follow
 * another link.
 */
function followed(folder: string, target: string): string {
  if (isAbsolute(target)) return target;
  const names = namesIn(target);
  let from = folder;
  while (names[0] === '..') {
    names.shift();
    from = dirname(from);
  }
  return [from, ...names].join(sep);
}

function namesIn(path: string): string[] {
  return path.split(SEPARATORS).filter((name) => name !== '' && name !== '.');
}

/** Resolves the existing part of the path. */
async function realLocation(path: string): Promise<string> {
  const missing: string[] = [];
  for (let current = normalize(path); ; current = dirname(current)) {
    const real = await realpath(current).catch(() => null);
    if (real !== null) return join(real, ...missing);
    if (current === dirname(current)) return path;
    missing.unshift(basename(current));
  }
}

/** The real path of a folder; one that does not exist yet keeps its given path. */
function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return normalize(path);
  }
}

async function checkAgain(
  folder: AnchoredFolder,
  name: string | null,
  opened: BigIntStats,
): Promise<void> {
  await folder.verify();
  const now = await lstat(name === null ? folder.path : folder.at(name), { bigint: true });
  if (now.ino !== opened.ino || now.dev !== opened.dev) throw new MovedError(folder.path);
}
