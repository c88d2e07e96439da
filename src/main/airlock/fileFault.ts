import { NO_DESCRIPTORS } from '#main/base/outOfDescriptors';
import { type AppError, fail } from '#shared/errors';

type Failure = { readonly ok: false; readonly error: AppError };

/** What the system said, in words; rethrows what is no answer of the system but a bug. */
export function fileFault(path: string, error: unknown): Failure {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) throw error;
  const detail = error instanceof Error ? error.message : code;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fail('io', `The disk is full: ${path} was not written.`, detail);
    case 'EROFS':
      return fail('io', `The disk is read-only: ${path} was not written.`, detail);
    case 'EACCES':
    case 'EPERM':
      return fail('io', `No permission for ${path}: it was not written.`, detail);
    case 'EBUSY':
    case 'ETXTBSY':
      return fail(
        'io',
        `Another program holds ${path}: it was not written. Close it there and try again.`,
        detail,
      );
    case 'EMFILE':
    case 'ENFILE':
      return fail('io', `${path} was not touched. ${NO_DESCRIPTORS}`, detail);
    case 'ENOENT':
      return fail('not-found', `${path} is not there.`, detail);
    case 'ELOOP':
    case 'ENOTDIR':
      return fail('refused', `A parent folder of ${path} is a link or a file.`, detail);
    case 'EISDIR':
    case 'ENOTEMPTY':
      return fail('conflict', `${path} is a folder.`, detail);
    case 'EEXIST':
      return fail('conflict', `${path} is there already.`, detail);
    default:
      return fail('io', `${path} could not be used (${code}).`, detail);
  }
}
