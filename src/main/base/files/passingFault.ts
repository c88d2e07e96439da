import { setTimeout } from 'node:timers/promises';
import { IRREGULAR } from './ownFile';

/**
 * Errors that stay until somebody changes the files. Any other error, such as too few file
 * descriptors, a busy file or a disk that does not answer, may pass quickly.
 */
const LASTING: ReadonlySet<string> = new Set([
  'ENOENT',
  'EACCES',
  'EPERM',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
  'ELOOP',
  'EINVAL',
  'ENAMETOOLONG',
  IRREGULAR,
  // A socket, on Linux and macOS.
  'ENXIO',
  'EOPNOTSUPP',
  'ERR_FS_FILE_TOO_LARGE',
  'ERR_STRING_TOO_LONG',
]);

/** Pauses before further attempts, in milliseconds. */
const PAUSES = [10, 30, 90, 270];

/** Whether the same operation may succeed later although nobody changes the file. */
export function isPassing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined && !LASTING.has(code);
}

/**
 * Retries an operation that changes nothing for about half a second while it fails with a temporary
 * error.
 */
export async function patiently<T>(operation: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await operation();
    } catch (error) {
      if (!isPassing(error) && !isHeld(error)) throw error;
    }
    await setTimeout(pause);
  }
  return operation();
}

/** Whether Windows refuses a file because another program, such as a virus scanner, has it open. */
function isHeld(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return process.platform === 'win32' && (code === 'EACCES' || code === 'EPERM');
}
