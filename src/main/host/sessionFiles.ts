import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import type { PathStatus } from '#main/agents/connection';
import { fail, ok, type Result } from '#shared/errors';
import { describeFileError } from './fileError';
import { findFiles } from './findFiles';
import { FILE_READ_LIMIT } from './limits';
import { readLines } from './readLines';

/** Reads and writes text for an agent, inside the session's own folders and nowhere else. */
export class SessionFiles {
  constructor(private readonly roots: readonly string[]) {}

  /** `line` counts from 1. Of a large file any lines can be read, as long as they are few. */
  async read(path: string, line: number | null, limit: number | null): Promise<Result<string>> {
    return this.openForReading(path, async (file, size) => {
      if (size > FILE_READ_LIMIT && line === null && limit === null) return tooLarge(path, size);
      const bytes = await readLines(file, { start: line ?? 1, limit }, FILE_READ_LIMIT);
      switch (bytes) {
        case 'binary':
          return fail('refused', `${path} is not a text file.`);
        case 'too-large':
          return tooLarge(path, size);
        default:
          return ok(bytes.toString('utf8'));
      }
    });
  }

  async readBytes(path: string): Promise<Result<Buffer>> {
    return this.openForReading(path, async (file, size) =>
      size > FILE_READ_LIMIT ? tooLarge(path, size) : ok(await file.readFile()),
    );
  }

  async status(path: string): Promise<Result<PathStatus>> {
    const place = await this.locate(path);
    if (!place.ok) return place;
    try {
      return ok((await stat(place.value)).isDirectory() ? 'folder' : 'file');
    } catch (error) {
      const described = describeFileError(path, error);
      if (!described.ok && described.error.code === 'not-found') return ok('missing');
      return described;
    }
  }

  /** In the session's own folder, which the pattern is relative to unless it is absolute. */
  find(pattern: string): Promise<Result<readonly string[]>> {
    const [root = ''] = this.roots;
    return findFiles(root, pattern);
  }

  /** Where a path leads once links are followed; an error if that is outside of the roots. */
  async locate(path: string): Promise<Result<string>> {
    if (!isAbsolute(path) || path.includes('\0')) {
      return fail('invalid-input', `The path must be absolute: ${JSON.stringify(path)}`);
    }
    const real = await realLocation(normalize(path));
    if (real === null) return fail('refused', `${path} leads through a link to nowhere.`);
    const roots = await Promise.all(this.roots.map((root) => realpath(root).catch(() => root)));
    if (!roots.some((root) => isInside(root, real))) {
      return fail('refused', `${path} is outside of this session's folders.`);
    }
    return ok(real);
  }

  /** A pipe or a device is opened without waiting for its other end, and not read. */
  private async openForReading<T>(
    path: string,
    use: (file: FileHandle, size: number) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const place = await this.locate(path);
    if (!place.ok) return place;
    return withFile(place.value, constants.O_RDONLY | constants.O_NONBLOCK, async (file) => {
      const status = await file.stat();
      if (!status.isFile()) return fail('refused', `${path} is not a regular file.`);
      return use(file, status.size);
    });
  }
}

function tooLarge(path: string, size: number): Result<never> {
  return fail('refused', `${path} is too large to read (${size} bytes).`);
}

/** Resolves the part of the path that exists; null if a link in it leads nowhere, or in a circle. */
async function realLocation(path: string): Promise<string | null> {
  const missing: string[] = [];
  let current = path;
  while (current !== dirname(current)) {
    const real = await realpath(current).catch(() => null);
    if (real !== null) return join(real, ...missing);
    if (await isLink(current)) return null;
    missing.unshift(current.slice(dirname(current).length).replace(/^[\\/]/, ''));
    current = dirname(current);
  }
  return path;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (status) => status.isSymbolicLink(),
    () => false,
  );
}

async function withFile<T>(
  path: string,
  flags: number,
  use: (file: FileHandle) => Promise<Result<T>>,
): Promise<Result<T>> {
  let file: FileHandle;
  try {
    file = await open(path, flags | constants.O_NOFOLLOW);
  } catch (error) {
    return describeFileError(path, error);
  }
  try {
    return await use(file);
  } catch (error) {
    return describeFileError(path, error);
  } finally {
    await file.close();
  }
}
