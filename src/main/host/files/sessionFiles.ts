import type { FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import type { PathStatus } from '#main/agents/connection';
import type { ByteBudget } from '#main/base/byteBudget';
import { AnchoredReader, OutsideError, type Reached } from '#main/base/files/anchoredReader';
import { NO_DESCRIPTORS } from '#main/base/files/outOfDescriptors';
import { readWithin } from '#main/base/files/readWithin';
import { FILE_READ_LIMIT } from '#main/host/limits';
import { fail, ok, type Result } from '#shared/errors';
import type { AllowedPath } from '#shared/seal';
import { findFiles } from './findFiles';
import { readLines, readWhole } from './readLines';

/** A place outside the session's folders that the user has allowed an agent to read. */
export type AllowedPlace = Pick<AllowedPath, 'path' | 'real'>;

/** Reads for an agent: only inside the session's own folders, and what the user allowed. */
export class SessionFiles {
  private readonly reader: AnchoredReader;

  constructor(
    private readonly roots: readonly string[],
    private readonly options: {
      allowed?(): readonly AllowedPlace[];
      /** Whether a path in an allowed folder may be read: such a folder may contain keys. */
      mayRead?(path: string): Promise<boolean>;
      /** Called for paths that are refused because they are outside. */
      onOutside?(path: string, access: 'read' | 'write'): void;
    } = {},
  ) {
    this.reader = new AnchoredReader(roots);
  }

  /** `line` counts from 1. Any lines of a large file can be read, as long as they are few. */
  async read(
    path: string,
    line: number | null,
    limit: number | null,
    room: ByteBudget,
  ): Promise<Result<string>> {
    return this.openForReading(path, room, async (file, size) => {
      if (size > FILE_READ_LIMIT && line === null && limit === null) return tooLarge(path, size);
      const whole = line === null && limit === null ? await readWhole(file, size) : null;
      const bytes = whole ?? (await readLines(file, { start: line ?? 1, limit }, FILE_READ_LIMIT));
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

  async readBytes(path: string, room: ByteBudget): Promise<Result<Buffer>> {
    return this.openForReading(path, room, async (file, size) => {
      const bytes = size > FILE_READ_LIMIT ? null : await readWithin(file, size, FILE_READ_LIMIT);
      return bytes === null ? tooLarge(path, (await file.stat()).size) : ok(bytes);
    });
  }

  async status(path: string): Promise<Result<PathStatus>> {
    const found = await this.reach(path);
    if (!found.ok) return found;
    const { status } = found.value;
    return ok(status === undefined ? 'missing' : status.isDirectory() ? 'folder' : 'file');
  }

  /** Searches the session's own folder, which the pattern is relative to unless it is absolute. */
  find(pattern: string): Promise<Result<readonly string[]>> {
    const [root = ''] = this.roots;
    return findFiles(root, pattern, this.reader.rootOf(root));
  }

  /** The real path after following links; an error if that is outside the roots. */
  async locate(path: string, access: 'read' | 'write' = 'read'): Promise<Result<string>> {
    const found = await this.reading(path, async () => ok(await this.reader.find(path)), access);
    if (!found.ok) return found;
    const { path: real, status, isBehindLink } = found.value;
    if (status === undefined && isBehindLink) {
      return fail('refused', `${path} leads through a broken link.`);
    }
    return ok(real);
  }

  private reach(path: string): Promise<Result<Reached>> {
    return this.reading(path, async () => ok(await (await this.readerOf(path)).find(path)));
  }

  /**
   * The reader for a path. An allowed path is reached through the place it led to when it was
   * allowed; a file through its folder, for that file only.
   */
  private async readerOf(path: string): Promise<AnchoredReader> {
    const place = this.options
      .allowed?.()
      .find((one) => path === one.path || path.startsWith(`${one.path}/`));
    if (place === undefined || place.path !== place.real) return this.reader;
    if (!((await this.options.mayRead?.(path)) ?? true)) return this.reader;
    const isItself = path === place.path;
    return new AnchoredReader([isItself ? dirname(place.real) : place.real]);
  }

  /** Opens a pipe or a device without waiting for its other end, and does not read it. */
  private openForReading<T>(
    path: string,
    room: ByteBudget,
    use: (file: FileHandle, size: number) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    return this.reading(path, async () =>
      (await this.readerOf(path)).open(path, async (file, status) => {
        if (!status.isFile()) return fail('refused', `${path} is not a regular file.`);
        const size = Number(status.size);
        return room.run(Math.min(size, FILE_READ_LIMIT), () => use(file, size));
      }),
    );
  }

  private async reading<T>(
    path: string,
    read: () => Promise<Result<T>>,
    access: 'read' | 'write' = 'read',
  ): Promise<Result<T>> {
    if (!isAbsolute(path) || path.includes('\0')) {
      const message = `The path must be absolute and without a zero byte: ${JSON.stringify(path)}`;
      return fail('invalid-input', message);
    }
    try {
      return await read();
    } catch (error) {
      if (error instanceof OutsideError) {
        this.options.onOutside?.(path, access);
        return fail('refused', `${path} is outside this session's folders.`);
      }
      return describeFileError(path, error);
    }
  }
}

function tooLarge(path: string, size: number): Result<never> {
  return fail('refused', `${path} is too large to read (${size} bytes).`);
}

/** A file system error as text that names the file. */
export function describeFileError(path: string, error: unknown): Result<never> {
  const code = (error as NodeJS.ErrnoException).code;
  if (path.includes('\0')) {
    return fail('invalid-input', `The path contains a zero byte: ${JSON.stringify(path)}`);
  }
  switch (code) {
    case 'ENOENT':
      return fail('not-found', `${path} does not exist.`);
    case 'EACCES':
    case 'EPERM':
      return fail('io', `${path} may not be opened: permission denied.`, code);
    case 'ELOOP':
    case 'ENOTDIR':
      return fail('refused', `${path} leads through a link or a file that is not a folder.`, code);
    case 'ENAMETOOLONG':
      return fail('invalid-input', `The path ${path.slice(0, 200)}… is too long.`, code);
    case 'EISDIR':
      return fail('refused', `${path} is a folder.`, code);
    // A socket cannot even be opened.
    case 'ENXIO':
      return fail('refused', `${path} is not a regular file.`, code);
    case 'EMFILE':
    case 'ENFILE':
      return fail('io', `${path} could not be opened. ${NO_DESCRIPTORS}`, code);
    case 'ENOSPC':
      return fail('io', `${path} was not written: the disk is full.`, code);
    default:
      return fail('io', `${path} could not be used: ${(error as Error).message}`, code);
  }
}
