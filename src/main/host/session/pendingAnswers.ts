import type { RequestId } from '#shared/ids';
import type { ElicitationOutcome, PermissionOutcome } from '#shared/session/request/requests';

interface PendingAnswer {
  readonly settle: (outcome: PermissionOutcome | ElicitationOutcome) => void;
}

/**
 * The agents' questions that are open right now. Responders live here and never in the state,
 * which must survive the process that holds them.
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

  /** The first answer counts. */
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
