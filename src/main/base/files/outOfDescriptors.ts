import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** The advice for the user. */
export const NO_DESCRIPTORS =
  'The system has no file descriptors left. Close some sessions or raise the limit (ulimit -n), then try again.';

/** Whether this process or the whole system has reached its limit of open files. */
export function isOutOfDescriptors(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** Whether this process cannot open this many files at the moment. */
export function isShortOfDescriptors(wanted: number): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < wanted) opened.push(openSync(devNull, 'r'));
    return false;
  } catch (error) {
    return isOutOfDescriptors(error);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** The system's error, with advice for the user. */
export function descriptorError(what: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${what} EMFILE: ${NO_DESCRIPTORS}`), { code: 'EMFILE' });
}
