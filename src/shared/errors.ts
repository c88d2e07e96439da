/** Failures that the user or the caller can act on. Bugs throw instead. */
export type AppErrorCode =
  | 'invalid-input'
  | 'not-found'
  | 'conflict'
  | 'refused'
  | 'unavailable'
  | 'authentication-required'
  | 'timeout'
  | 'cancelled'
  | 'io'
  | 'internal';

/** Plain data, because it crosses processes: Electron keeps only the message of a thrown error. */
export interface AppError {
  readonly code: AppErrorCode;
  readonly message: string;
  readonly detail?: string;
}

export type Result<T, E = AppError> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok(): Result<void>;
export function ok<T>(value: T): Result<T>;
export function ok<T>(value?: T): Result<T | undefined> {
  return { ok: true, value };
}

export function fail(
  code: AppErrorCode,
  message: string,
  detail?: string,
): { readonly ok: false; readonly error: AppError } {
  return { ok: false, error: detail === undefined ? { code, message } : { code, message, detail } };
}

/** Reached only if a union grew and a switch did not; the compiler reports that first. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

/**
 * The answer for kinds that only a newer build knows, such as those in its logs. As with
 * `assertNever`, the compiler reports a kind of our own that was not handled.
 */
export function ofNewerBuild<T>(_value: never, answer: T): T {
  return answer;
}

/** Thrown where a Result has no place to go, such as inside a promise chain of the renderer. */
export class AppException extends Error {
  readonly code: AppErrorCode;
  readonly detail: string | undefined;

  constructor(error: AppError) {
    super(error.message);
    this.name = 'AppException';
    this.code = error.code;
    this.detail = error.detail;
  }
}

/** Runs the work. An `AppException` becomes a failure; bugs are thrown on. */
export async function resultOf<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    if (!(error instanceof AppException)) throw error;
    return fail(error.code, error.message, error.detail);
  }
}

/** The value of a result; a failure is thrown. */
export function valueIn<T>(result: Result<T>): T {
  if (!result.ok) throw new AppException(result.error);
  return result.value;
}
