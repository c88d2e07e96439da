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
  /** An unknown reason: the turn is over anyway. */
  readonly unknownReason: string | null;
}

export function turnEndedFor(stopReason: string): ReadTurn {
  return reasons.has(stopReason)
    ? { turn: { reason: stopReason as TurnResult['reason'] }, unknownReason: null }
    : { turn: { reason: 'end_turn' }, unknownReason: stopReason };
}

export function unknownStopReason(method: string, reason: string): WireProblem {
  const message = `The agent stopped for an unknown reason: ${beginningOf(reason, 100)}`;
  return { type: 'invalid', method, message };
}
