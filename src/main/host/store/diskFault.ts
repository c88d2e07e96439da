import { NO_DESCRIPTORS } from '#main/base/outOfDescriptors';

/** What a disk's refusal means, by its code such as `ENOSPC`. */
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
      return 'The folder is not there.';
    case 'EMFILE':
    case 'ENFILE':
      return NO_DESCRIPTORS;
    default:
      return 'The disk did not take the data.';
  }
}
