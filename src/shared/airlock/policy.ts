import { type SelfArmingTest, selfArmingTest } from './selfArming';

/** The risk of writing to a path. */
export type Risk =
  | { readonly type: 'ordinary' }
  /** Must be asked for on its own, whatever was allowed before. */
  | { readonly type: 'red'; readonly reason: string }
  | { readonly type: 'refused'; readonly reason: string };

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$/;

const fromTable = selfArmingTest();

/**
 * Judges a path below the project's root, whether or not there is a file yet. Names that some file
 * system takes for the same are judged alike.
 */
export function assessPath(path: string, selfArming: SelfArmingTest = fromTable): Risk {
  const fault = pathFault(path, path.split('/'));
  if (fault !== null) return { type: 'refused', reason: fault };
  const reason = selfArming(path);
  return reason === null ? { type: 'ordinary' } : { type: 'red', reason };
}

function pathFault(path: string, parts: readonly string[]): string | null {
  if (path === '' || path.startsWith('/') || /^[A-Za-z]:\//.test(path) || path.includes('\0')) {
    return 'It is not a path inside the project.';
  }
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'It leads outside the project.';
  }
  if (parts.some((part) => part.includes('\\')))
    return 'A backslash means different things on different systems.';
  if (parts.some((part) => WINDOWS_DEVICE.test(part.toLowerCase()))) return 'It names a device.';
  return null;
}
