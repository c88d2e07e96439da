import { MovedError } from '#main/base/anchoredFolder';
import { AppException, fail, ok, type Result } from '#shared/errors';
import { fileFault } from './fileFault';
import { UnusableFileError } from './presentFile';

/**
 * Turns what was thrown on the way into a result. Inside of the airlock a chain of git commands and
 * file operations throws; at its rim every failure that can be expected is data.
 */
export async function attempt<T>(what: string, task: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await task());
  } catch (error) {
    return failure(what, error);
  }
}

/** The same for a failure at hand; throws on if it is a bug. */
export function failure(what: string, error: unknown): Result<never> {
  if (error instanceof AppException) {
    return fail(error.code, error.message, error.detail);
  }
  if (error instanceof MovedError) {
    return fail('conflict', `${what} changed while it was being worked on.`, error.message);
  }
  if (error instanceof UnusableFileError) return fail('refused', `${what}: ${error.message}`);
  return fileFault(what, error);
}

export function refuse(message: string, detail?: string): AppException {
  return new AppException(
    detail === undefined ? { code: 'refused', message } : { code: 'refused', message, detail },
  );
}
