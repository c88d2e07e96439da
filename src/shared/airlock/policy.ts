import { type SelfArmingTest, selfArmingTest } from './selfArming';

/** The risk of writing to a path. */
export type Risk =
  | { readonly type: 'ordinary' }
  /** The agent must ask for it separately, whatever was allowed before. */
  | { readonly type: 'red'; readonly reason: string }
  | { readonly type: 'refused'; readonly reason: string };

const fromTable = selfArmingTest();

/**
 * Judges a path below the project's root, whether or not there is a file yet. Names that some file
 * system takes for the same are judged alike.
 */
export function assessPath(path: string, selfArming: SelfArmingTest = fromTable): Risk {
  const fault = pathFault(path);
  if (fault !== null) return { type: 'refused', reason: fault };
  if (/^[A-Za-z]:\//.test(path)) return { type: 'refused', reason: NOT_INSIDE };
  const reason = selfArming(path.replaceAll('\\', '/'));
  return reason === null ? { type: 'ordinary' } : { type: 'red', reason };
}

const NOT_INSIDE = 'It is not a path inside the project.';

/** Why a path cannot be below a folder on any system; null if it can. */
export function pathFault(path: string): string | null {
  if (path === '' || path.startsWith('/') || path.includes('\0')) return NOT_INSIDE;
  const leadsOut = path.split('/').some((part) => part === '' || part === '.' || part === '..');
  return leadsOut ? 'It leads outside the project.' : null;
}

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$/;

/** The reason why Windows would not treat the path as a file of that name; null if it would. */
export function windowsFault(path: string): string | null {
  if (path.includes(':')) return 'On Windows, a colon names a drive or a stream.';
  if (path.includes('\\')) return 'On Windows, a backslash separates folders.';
  const isDevice = path.split('/').some((part) => WINDOWS_DEVICE.test(part.toLowerCase()));
  return isDevice ? 'On Windows, it names a device.' : null;
}
