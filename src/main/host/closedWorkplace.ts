import type { AppError, Result } from '#shared/errors';
import type { StorageProblem } from '#shared/session/condition';
import type { Workplace } from './workplace';

/** Stands in for a place that cannot be used: the session can be read, and nothing written. */
export class ClosedWorkplace implements Workplace {
  readonly gate = {
    write: async (): Promise<Result<void>> => ({ ok: false, error: this.reason }),
  };

  readonly storage: StorageProblem;

  constructor(
    readonly cwd: string,
    private readonly reason: AppError,
  ) {
    this.storage = {
      kind: 'read-only',
      title: 'The files of this session cannot be used.',
      advice: `${reason.message} You can read the conversation; to continue it, put this right and open it again, or go on in a new session.`,
    };
  }

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
