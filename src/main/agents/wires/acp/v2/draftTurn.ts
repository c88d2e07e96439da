import type { ConnectionError, TurnResult } from '#main/agents/connection';
import type { DraftActivity } from './translate/turnState';

/**
 * A prompt of ours. The answer to it is only a receipt: the turn is over when the agent has
 * accepted the prompt and reports that it is idle. Either may arrive first.
 */
export class DraftTurn {
  readonly result: Promise<TurnResult>;
  isCancelled = false;
  private readonly settle: (result: TurnResult) => void;
  private readonly reject: (error: ConnectionError) => void;
  private isTaken = false;
  private hasWorked = false;
  private end: Extract<DraftActivity, { type: 'idle' }> | null = null;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<TurnResult>();
    this.result = promise;
    this.settle = resolve;
    this.reject = reject;
  }

  /** Called when the agent has added the prompt to the conversation. */
  taken(): void {
    this.isTaken = true;
    this.finish();
  }

  hear(activity: DraftActivity): void {
    if (activity.type === 'working') {
      this.hasWorked = true;
      this.end = null;
      return;
    }
    // An agent that is idle before it has accepted the prompt may not have started it.
    if (!this.isTaken && !this.hasWorked && !activity.isTold) return;
    this.end = activity;
    this.finish();
  }

  fail(error: ConnectionError): void {
    this.reject(error);
  }

  private finish(): void {
    if (!this.isTaken || this.end === null) return;
    const { outcome } = this.end;
    if (outcome instanceof Error) this.reject(outcome);
    else this.settle(outcome);
  }
}
