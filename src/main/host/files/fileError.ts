import { NO_DESCRIPTORS } from '#main/base/files/outOfDescriptors';
import { fail, type Result } from '#shared/errors';

/** An error of the file system in words that name the file. */
export function describeFileError(path: string, error: unknown): Result<never> {
  const code = (error as NodeJS.ErrnoException).code;
  if (path.includes('\0')) {
    return fail('invalid-input', `The path holds a zero byte: ${JSON.stringify(path)}`);
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
    case 'EMFILE':
    case 'ENFILE':
      return fail('io', `${path} could not be opened. ${NO_DESCRIPTORS}`, code);
    case 'ENOSPC':
      return fail('io', `${path} was not written: the disk is full.`, code);
    default:
      return fail('io', `${path} could not be used: ${(error as Error).message}`, code);
  }
}
