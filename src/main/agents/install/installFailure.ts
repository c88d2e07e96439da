import type { AppError, AppErrorCode } from '#shared/errors';

/**
 * The reason why nothing was installed, as text for the user. All downloaded files have been
 * removed.
 */
export class InstallFailure extends Error {
  constructor(
    readonly code: AppErrorCode,
    message: string,
    readonly detail?: string,
  ) {
    super(message);
    this.name = 'InstallFailure';
  }

  get error(): AppError {
    const { code, message, detail } = this;
    return detail === undefined ? { code, message } : { code, message, detail };
  }
}
