import { DisposableOwner } from '#main/base/disposable';
import { MovedError } from '#main/base/files/anchoredFolder';
import { Queue } from '#main/base/queue';
import { AppException, fail, ok, type Result } from '#shared/errors';
import { UnusableFileError } from './anchoredFile';
import { fileFault } from './fileFault';

/**
 * Turns a thrown error into a result. Inside the airlock, git commands and file operations throw; its
 * public methods return every expected failure as data.
 */
export async function attempt<T>(what: string, task: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await task());
  } catch (error) {
    return failure(what, error);
  }
}

/** Turns an error into a result; rethrows it if it is a bug. */
export function failure(what: string, error: unknown): Result<never> {
  if (error instanceof AppException) {
    return fail(error.code, error.message, error.detail);
  }
  if (error instanceof DOMException && error.name === 'AbortError') {
    return fail('cancelled', 'You cancelled it.');
  }
  if (error instanceof MovedError) {
    return fail('conflict', `${what} changed while Airlock was reading it.`, error.message);
  }
  if (error instanceof UnusableFileError) return fail('refused', `${what}: ${error.message}`);
  return fileFault(what, error);
}

export function refuse(message: string, detail?: string): AppException {
  return new AppException(
    detail === undefined ? { code: 'refused', message } : { code: 'refused', message, detail },
  );
}

/** Runs the tasks of a session one after the other. Expected failures are returned as data. */
export class AttemptQueue extends DisposableOwner {
  private readonly queue = this.register(new Queue());

  run<T>(what: string, task: () => Promise<T>): Promise<Result<T>> {
    if (this.isDisposed) return Promise.resolve(fail('unavailable', 'The session is closed.'));
    return this.queue.run(() => attempt(what, task));
  }

  drain(): Promise<void> {
    return this.queue.drain();
  }
}
