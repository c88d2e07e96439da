import type { TurnResult, WireProblem } from '#main/agents/connection';
import { beginningOf } from '#main/base/cutText';

const reasons: ReadonlySet<string> = new Set<TurnResult['reason']>([
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
]);

export interface ReadTurn {
  readonly turn: TurnResult;
  /** A reason that we do not know: the turn is over all the same. */
  readonly unknownReason: string | null;
}

export function turnEndedFor(stopReason: string): ReadTurn {
  return reasons.has(stopReason)
    ? { turn: { reason: stopReason as TurnResult['reason'] }, unknownReason: null }
    : { turn: { reason: 'end_turn' }, unknownReason: stopReason };
}

export function unknownStopReason(method: string, reason: string): WireProblem {
  const message = `The agent stopped for a reason that is not known: ${beginningOf(reason, 100)}`;
  return { type: 'invalid', method, message };
}
