import { NO_DESCRIPTORS } from '#main/base/files/outOfDescriptors';
import { REPLACED } from '#main/base/files/ownFile';

/** The meaning of a disk error, by its code such as `ENOSPC`. */
export function explainFault(code: string | undefined): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full.';
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return 'The folder cannot be written to.';
    case 'ENOENT':
      return 'The folder does not exist.';
    case 'EMFILE':
    case 'ENFILE':
      return NO_DESCRIPTORS;
    case REPLACED:
      return 'Another program has deleted, replaced or changed the file.';
    default:
      return 'The data could not be written to the disk.';
  }
}
