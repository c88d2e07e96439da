import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** The advice for the user. */
export const NO_DESCRIPTORS =
  'The system has no file descriptors left. Close some sessions or raise the limit (ulimit -n), then try again.';

/** Whether this process or the whole system has as many files open as it may. */
export function isOutOfDescriptors(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** Whether this process cannot open so many files at this moment. */
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

/** As the system says it, with what a user can do. */
export function descriptorError(what: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${what} EMFILE: ${NO_DESCRIPTORS}`), { code: 'EMFILE' });
}
