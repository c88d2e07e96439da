import { fail, type Result } from '#shared/errors';

/** An error of the file system in words that name the file. */
export function describeFileError(path: string, error: unknown): Result<never> {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case 'ENOENT':
      return fail('not-found', `${path} does not exist.`);
    case 'EACCES':
    case 'EPERM':
      return fail('io', `${path} may not be opened: permission denied.`, code);
    case 'ELOOP':
      return fail('refused', `${path} is a symbolic link that changed while it was read.`, code);
    case 'EISDIR':
      return fail('refused', `${path} is a folder.`, code);
    case 'ENOSPC':
      return fail('io', `${path} was not written: the disk is full.`, code);
    default:
      return fail('io', `${path} could not be used: ${(error as Error).message}`, code);
  }
}
