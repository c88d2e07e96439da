import type { AppError, Result } from '#shared/errors';
import type { Workplace } from './workplace';

/** Stands in for a place that cannot be used: the session can be read, and nothing written. */
export class ClosedWorkplace implements Workplace {
  readonly gate = {
    write: async (): Promise<Result<void>> => ({ ok: false, error: this.reason }),
  };

  constructor(
    readonly cwd: string,
    private readonly reason: AppError,
  ) {}

  async beforeTurn(): Promise<void> {
    // Nothing is kept of it.
  }

  onAppended(): void {
    // There are no files to look at.
  }

  dispose(): void {
    // Nothing was opened.
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
