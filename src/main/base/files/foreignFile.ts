import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fail, ok, type Result } from '#shared/errors';
import { explainRead } from './keptFile';

/**
 * The text of another program's file; null if there is none. An error says why it could not be
 * read.
 */
export async function readForeignFile(path: string, most: number): Promise<Result<string | null>> {
  try {
    // Opening a pipe without a writer would wait forever.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const status = await file.stat();
      if (!status.isFile()) return fail('invalid-input', 'It is not a file.');
      if (status.size > most) return fail('invalid-input', 'It is too large.');
      return ok((await file.readFile('utf8')).replace(/^\uFEFF/, ''));
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return ok(null);
    return fail('unavailable', explainRead(error));
  }
}
