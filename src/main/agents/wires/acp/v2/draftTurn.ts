import type { ConnectionError, TurnResult } from '#main/agents/connection';
import type { Activity } from './translate/turnState';

/**
 * A prompt of ours. The answer to it is but a receipt: the turn is over when the agent, having taken
 * the prompt, says that it is idle. Either may be heard first.
 */
export class DraftTurn {
  readonly result: Promise<TurnResult>;
  isCancelled = false;
  private readonly settle: (result: TurnResult) => void;
  private readonly reject: (error: ConnectionError) => void;
  private isTaken = false;
  private hasWorked = false;
  private end: Extract<Activity, { type: 'idle' }> | null = null;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<TurnResult>();
    this.result = promise;
    this.settle = resolve;
    this.reject = reject;
  }

  /** The agent has put the prompt into the conversation. */
  taken(): void {
    this.isTaken = true;
    this.finish();
  }

  hear(activity: Activity): void {
    if (activity.type === 'working') {
      this.hasWorked = true;
      this.end = null;
      return;
    }
    // Before it took the prompt, an agent that is idle may not have begun with it.
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
