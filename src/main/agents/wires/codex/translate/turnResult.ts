import { ConnectionError, type TurnResult } from '#main/agents/connection';
import type { TurnUsage } from '#shared/session/agent';
import { cut } from '../../connectionErrors';
import { isRecord, type JsonRecord, textOr } from '../../json';
import { shownReason } from '../../stopReason';

/** How a turn ended; an error if it failed. */
export function turnFromWire(
  turn: JsonRecord,
  usage: TurnUsage | null,
): TurnResult | ConnectionError {
  const ended = endOf(turn);
  if (ended instanceof ConnectionError) return ended;
  return usage ? { ...ended, usage } : ended;
}

function endOf({ status, error }: JsonRecord): TurnResult | ConnectionError {
  switch (status) {
    case 'completed':
    case undefined:
    case null:
      return { reason: 'end_turn' };
    case 'interrupted':
      return { reason: 'cancelled' };
    case 'failed':
      return failure(isRecord(error) ? error : {});
    default:
      return { reason: 'end_turn', unknownReason: shownReason(status) };
  }
}

function failure(about: JsonRecord): TurnResult | ConnectionError {
  const { message, additionalDetails, codexErrorInfo } = about;
  switch (codexErrorInfo) {
    case 'contextWindowExceeded':
      return { reason: 'max_tokens' };
    case 'sessionBudgetExceeded':
    case 'tooManyDenials':
      return { reason: 'max_turn_requests' };
    case 'cyberPolicy':
    case 'misalignmentPolicyViolation':
      return { reason: 'refusal' };
  }
  const words = cut(textOr(message, '').trim()) || 'Codex stopped with an error.';
  const code = codexErrorInfo === 'unauthorized' ? 'authentication-required' : 'agent-error';
  const isTold = codexErrorInfo !== undefined && codexErrorInfo !== null;
  const kind = isTold ? `Codex gives the reason as ${shownReason(codexErrorInfo)}.` : '';
  const details = cut(textOr(additionalDetails, '').trim()) || kind;
  return details === ''
    ? new ConnectionError(code, words)
    : new ConnectionError(code, words, details);
}
