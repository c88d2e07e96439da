import { ConnectionError, type TurnResult } from '#main/agents/connection';
import { cutText } from '#main/base/cutText';
import { visiblePath } from '#shared/text/visiblePath';
import { cut } from './connectionErrors';
import { isRecord, type JsonRecord, jsonText } from './json';
import { errorFromAgent } from './rpc/agentErrors';

/** Characters shown of an unknown reason. */
const REASON_LENGTH = 100;

const reasons: ReadonlySet<string> = new Set<TurnResult['reason']>([
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
]);

/** The turn is over, whatever the agent calls the reason. */
export function turnEndedFor(stopReason: string): TurnResult {
  return reasons.has(stopReason)
    ? { reason: stopReason as TurnResult['reason'] }
    : { reason: 'end_turn', unknownReason: shownReason(stopReason) };
}

/** An agent's stop reason, of any type, as text that may be shown. */
export function shownReason(reason: unknown): string {
  return reason === '' ? '""' : visiblePath(cutText(jsonText(reason), REASON_LENGTH));
}

/** The answer to a prompt from an agent that reports its failure as a stop reason. */
export function stoppedWithError({ message, error }: JsonRecord): ConnectionError {
  if (isRecord(error)) return errorFromAgent('session/prompt', error, new Map());
  const words = [message, error].find((text) => typeof text === 'string' && text.trim() !== '');
  return new ConnectionError(
    'agent-error',
    typeof words === 'string' ? cut(words) : 'The agent stopped with an error.',
  );
}
