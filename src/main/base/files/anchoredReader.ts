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

/** The real path once links are followed. */
export interface Reached {
  /** Absolute, and without a link in it at the time of asking. */
  readonly path: string;
  /** Undefined: there is nothing. */
  readonly status: BigIntStats | undefined;
  readonly isBehindLink: boolean;
}

/** As the file system says it. */
class MissingError extends Error {
  readonly code = 'ENOENT';

  constructor(path: string) {
    super(`${path} does not exist.`);
    this.name = 'MissingError';
  }
}

interface Root {
  /** As it was named. */
  readonly given: string;
  readonly real: string;
}

interface Place {
  readonly root: string;
  /** Names from the root on, `..` among them. */
  readonly parts: readonly string[];
}

/** The folder and the name at the end of a path. The receiver closes the folder. */
interface End {
  readonly reached: Reached;
  /** Null: a folder on the way is missing. */
  readonly folder: AnchoredFolder | null;
  /** Null: the folder itself. */
  readonly name: string | null;
}

/** The kernel's limit: more links are a circle. */
const LINKS_FOLLOWED = 40;
/** Folders opened on the way to one file, over all links; no project is that deep. */
const STEPS = 1_024;
const SEPARATORS = sep === '\\' ? /[\\/]/ : /\//;
// A pipe must not hold us up until somebody writes to it.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * I16: reads below a few folders and nowhere else, whatever is swapped for a link meanwhile. On Linux the
 * way is walked name by name through folders that are held open; a link on it is read, and followed
 * by walking again from the folder that its target lies in. Elsewhere the way is checked before and
 * after, which leaves a gap that a fast and hostile program could use.
 */
export class AnchoredReader {
  private readonly roots: readonly Root[];

  /** The paths of the folders are resolved now: one that becomes a link later is not followed. */
  constructor(folders: readonly string[]) {
    this.roots = folders.map((given) => ({ given: normalize(given), real: realFolder(given) }));
  }

  /** The path of one of the folders when this was created. */
  rootOf(folder: string): string {
    return this.roots.find(({ given }) => given === normalize(folder))?.real ?? folder;
  }

  /** Throws an `OutsideError` for what is outside, and what the file system says. */
  async find(path: string): Promise<Reached> {
    const { reached, folder } = await this.reach(path);
    await folder?.close();
    return reached;
  }

  /** The file is open while it is used. What kind of file it is, the status says. */
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
   * Goes by the link's text. If that does not tell, links outside the roots may be used, because
   * the result is only a hint.
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

/** Follows the path to its end, or to a link on it; then returns the path to take instead. */
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
      // Only folders were walked, no links: the parent is the previous one.
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

/** A link or a folder may have become something else by now. */
async function whileItStays<T>(operation: Promise<T>, path: string): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EINVAL' || code === 'ENOTDIR' || code === 'ENOENT') throw new MovedError(path);
    throw error;
  }
}

/** The leading `..` of a target lead up through folders; those after a name may stand behind a link. */
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

/** Resolves the part of the path that exists. */
async function realLocation(path: string): Promise<string> {
  const missing: string[] = [];
  for (let current = normalize(path); ; current = dirname(current)) {
    const real = await realpath(current).catch(() => null);
    if (real !== null) return join(real, ...missing);
    if (current === dirname(current)) return path;
    missing.unshift(basename(current));
  }
}

/** A folder that is not there yet is taken by its name. */
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
