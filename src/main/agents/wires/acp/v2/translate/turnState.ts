import { ConnectionError, type TurnResult } from '#main/agents/connection';
import { isRecord, type JsonRecord, jsonText } from '../../../json';
import { errorFromAgent } from '../../../rpc/agentErrors';
import { turnFromWire } from '../../translate/turnResult';
import { errorCodes } from '../errorCodes';

/** The state of the foreground work, from an update. */
export type DraftActivity =
  | { readonly type: 'working' }
  | {
      readonly type: 'idle';
      readonly outcome: TurnResult | ConnectionError;
      /**
       * Whether the agent gives a reason for stopping. Without one, an idle agent may not have
       * worked at all.
       */
      readonly isTold: boolean;
    };

/** Null for a state that means neither working nor done. */
export function activityFrom(update: JsonRecord, wasCancelled: boolean): DraftActivity | null {
  switch (update.state) {
    case 'running':
    case 'requires_action':
      return { type: 'working' };
    case 'idle':
      return idle(update, wasCancelled);
    default:
      return null;
  }
}

function idle(update: JsonRecord, wasCancelled: boolean): DraftActivity {
  const { stopReason, usage, error } = update;
  if (stopReason === 'error') {
    const outcome = isRecord(error)
      ? errorFromAgent('session/prompt', error, errorCodes)
      : new ConnectionError('agent-error', 'The agent stopped with an error.');
    return { type: 'idle', outcome, isTold: true };
  }
  const isTold = stopReason !== undefined && stopReason !== null;
  const reason = isTold ? jsonText(stopReason) : wasCancelled ? 'cancelled' : 'end_turn';
  return { type: 'idle', outcome: turnFromWire({ stopReason: reason, usage }), isTold };
}
