import { NO_DESCRIPTORS } from '#main/base/files/outOfDescriptors';
import { type AppError, fail } from '#shared/errors';

type Failure = { readonly ok: false; readonly error: AppError };

/** A system error as text for the user; rethrows anything that is a bug. */
export function fileFault(path: string, error: unknown): Failure {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) throw error;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fail(
        'io',
        `The disk is full: ${path} was not written. Free some space and try again.`,
      );
    case 'EROFS':
      return fail('io', `The disk is read-only: ${path} was not written.`);
    case 'EACCES':
    case 'EPERM':
      return fail(
        'io',
        `No permission for ${path}: it was not written. Change its permissions, or those of its folder, and try again.`,
      );
    case 'EBUSY':
    case 'ETXTBSY':
      return fail(
        'io',
        `Another program is using ${path}: it was not written. Close it there and try again.`,
      );
    case 'EMFILE':
    case 'ENFILE':
      return fail('io', `${path} was not touched. ${NO_DESCRIPTORS}`);
    case 'ENOENT':
      return fail('not-found', `${path} does not exist, or its folder was moved or deleted.`);
    case 'ELOOP':
    case 'ENOTDIR':
      return fail(
        'refused',
        `A parent folder of ${path} is a link or a file. Airlock does not write through links.`,
      );
    case 'EISDIR':
    case 'ENOTEMPTY':
      return fail('conflict', `${path} is a folder.`);
    case 'EEXIST':
      return fail('conflict', `${path} already exists.`);
    default:
      return fail('io', `${path} could not be used (${code}).`, detailOf(error));
  }
}

function detailOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined;
}
