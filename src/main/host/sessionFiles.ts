import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { fail, ok, type Result } from '#shared/errors';
import { describeFileError } from './fileError';
import { FILE_READ_LIMIT } from './limits';

/** Reads and writes text for an agent, inside the session's own folders and nowhere else. */
export class SessionFiles {
  constructor(private readonly roots: readonly string[]) {}

  async read(path: string, line: number | null, limit: number | null): Promise<Result<string>> {
    const place = await this.locate(path);
    if (!place.ok) return place;
    return withFile(place.value, constants.O_RDONLY | constants.O_NONBLOCK, async (file) => {
      const status = await file.stat();
      if (!status.isFile()) return fail('refused', `${path} is not a regular file.`);
      if (status.size > FILE_READ_LIMIT) {
        return fail('refused', `${path} is too large to read (${status.size} bytes).`);
      }
      const bytes = await file.readFile();
      if (bytes.includes(0)) return fail('refused', `${path} is not a text file.`);
      return ok(selectLines(bytes.toString('utf8'), line, limit));
    });
  }

  /** Where a path leads once links are followed; an error if that is outside of the roots. */
  async locate(path: string): Promise<Result<string>> {
    if (!isAbsolute(path) || path.includes('\0')) {
      return fail('invalid-input', `The path must be absolute: ${JSON.stringify(path)}`);
    }
    const real = await realLocation(normalize(path));
    const roots = await Promise.all(this.roots.map((root) => realpath(root).catch(() => root)));
    if (!roots.some((root) => isInside(root, real))) {
      return fail('refused', `${path} is outside of this session's folders.`);
    }
    return ok(real);
  }
}

/** Resolves the part of the path that exists; the rest cannot be a link. */
async function realLocation(path: string): Promise<string> {
  const missing: string[] = [];
  let current = path;
  while (current !== dirname(current)) {
    const real = await realpath(current).catch(() => null);
    if (real !== null) return join(real, ...missing);
    missing.unshift(current.slice(dirname(current).length).replace(/^[\\/]/, ''));
    current = dirname(current);
  }
  return path;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function selectLines(text: string, line: number | null, limit: number | null): string {
  if (line === null && limit === null) return text;
  const start = Math.max((line ?? 1) - 1, 0);
  const lines = text.split('\n');
  const selected = lines.slice(start, limit === null ? undefined : start + limit);
  const reachesEnd = start + selected.length >= lines.length;
  return selected.join('\n') + (reachesEnd || selected.length === 0 ? '' : '\n');
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
