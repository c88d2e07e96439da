import { ConnectionError, type TurnResult } from '#main/agents/connection';
import { identifier, type JsonRecord, makeRoom } from '#main/agents/wires/json';
import { STEERED_MESSAGES } from './limits';
import { type ApiError, answeredMessages, isOwnTurn, turnFromResult } from './translate/turnResult';

interface OpenTurn {
  readonly messageId: string;
  /** Messages sent during the turn that the agent has not read yet. */
  readonly waiting: Set<string>;
  /** How the turn ended, while a waiting message may still continue it. */
  outcome: TurnResult | ConnectionError | null;
  isCancelling: boolean;
  settle(outcome: TurnResult | ConnectionError): void;
}

/**
 * The running turn. Claude Code also begins turns itself. It may handle a message that was sent to
 * a running turn only after the turn's end; we count that as the same turn.
 */
export class ClaudeTurns {
  private open: OpenTurn | null = null;

  get isRunning(): boolean {
    return this.open !== null;
  }

  /** Throws if a turn is running. */
  begin(messageId: string): Promise<TurnResult> {
    if (this.open) {
      const words = 'Claude is still working on the last message.';
      throw new ConnectionError('invalid-request', words);
    }
    return new Promise((resolve, reject) => {
      this.open = {
        messageId,
        waiting: new Set(),
        outcome: null,
        isCancelling: false,
        settle: (outcome) => {
          this.open = null;
          if (outcome instanceof ConnectionError) reject(outcome);
          else resolve(outcome);
        },
      };
    });
  }

  /** False if there is no turn to send the message to. */
  steer(messageId: string): boolean {
    if (!this.open || this.open.isCancelling || this.open.outcome) return false;
    makeRoom(this.open.waiting, STEERED_MESSAGES);
    this.open.waiting.add(messageId);
    return true;
  }

  /** False if there is nothing to stop. */
  cancel(): boolean {
    if (!this.open) return false;
    this.open.isCancelling = true;
    return true;
  }

  /** Handles a report of what happened to a message that we sent. */
  lifecycle({ command_uuid: uuid, state }: JsonRecord): void {
    const { open } = this;
    const id = identifier(uuid);
    if (!open || id === null || state === 'queued' || !open.waiting.delete(id)) return;
    if (state === 'started') open.outcome = null;
    else if (open.outcome && open.waiting.size === 0) open.settle(open.outcome);
  }

  /** False if the result belongs to a turn that was not started here. */
  result(message: JsonRecord, apiError: ApiError | null): boolean {
    const { open } = this;
    if (!open) return false;
    if (isOwnTurn(message) && !answeredMessages(message).includes(open.messageId)) return false;
    const { isCancelling } = open;
    open.outcome = turnFromResult(message, { isCancelling, apiError });
    if (open.waiting.size === 0 || isCancelling) open.settle(open.outcome);
    return true;
  }

  fail(error: ConnectionError): void {
    this.open?.settle(error);
  }
}
