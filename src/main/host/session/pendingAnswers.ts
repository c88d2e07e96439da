import type { RequestId } from '#shared/ids';
import type { ElicitationOutcome, PermissionOutcome } from '#shared/session/request/requests';

interface PendingAnswer {
  readonly settle: (outcome: PermissionOutcome | ElicitationOutcome) => void;
}

/**
 * The agents' open questions. Their resolvers are here and never in the state, which must outlive
 * the process.
 */
export class PendingAnswers {
  private readonly pending = new Map<RequestId, PendingAnswer>();

  permission(requestId: RequestId): Promise<PermissionOutcome> {
    return new Promise((resolve) => {
      this.pending.set(requestId, { settle: (outcome) => resolve(outcome as PermissionOutcome) });
    });
  }

  elicitation(requestId: RequestId): Promise<ElicitationOutcome> {
    return new Promise((resolve) => {
      this.pending.set(requestId, { settle: (outcome) => resolve(outcome as ElicitationOutcome) });
    });
  }

  /** Settles a question; only the first answer counts. */
  settle(requestId: RequestId, outcome: PermissionOutcome | ElicitationOutcome): void {
    const answer = this.pending.get(requestId);
    this.pending.delete(requestId);
    answer?.settle(outcome);
  }

  settleAll(outcome: PermissionOutcome & ElicitationOutcome): void {
    for (const requestId of [...this.pending.keys()]) this.settle(requestId, outcome);
  }

  has(requestId: RequestId): boolean {
    return this.pending.has(requestId);
  }
}
