import type { AppError, AppErrorCode } from '#shared/errors';

/** Why nothing was installed, in words for the user. Everything that was downloaded is removed again. */
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
