import { ConnectionError, type TurnResult } from '#main/agents/connection';
import type { TurnUsage } from '#shared/session/agent';
import { cut } from '../../connectionErrors';
import { isRecord, type JsonRecord, textOr } from '../../json';

/** How a turn ended; an error if it failed. */
export function turnFromWire(
  turn: JsonRecord,
  usage: TurnUsage | null,
): TurnResult | ConnectionError {
  const reason = reasonOf(turn);
  if (reason instanceof ConnectionError) return reason;
  return usage ? { reason, usage } : { reason };
}

function reasonOf({ status, error }: JsonRecord): TurnResult['reason'] | ConnectionError {
  if (status === 'interrupted') return 'cancelled';
  if (status !== 'failed') return 'end_turn';
  const about = isRecord(error) ? error : {};
  switch (about.codexErrorInfo) {
    case 'contextWindowExceeded':
      return 'max_tokens';
    case 'sessionBudgetExceeded':
    case 'tooManyDenials':
      return 'max_turn_requests';
    case 'cyberPolicy':
    case 'misalignmentPolicyViolation':
      return 'refusal';
    default:
      return failure(about);
  }
}

function failure({ message, additionalDetails, codexErrorInfo }: JsonRecord): ConnectionError {
  const words = cut(textOr(message, '').trim()) || 'Codex stopped with an error.';
  const code = codexErrorInfo === 'unauthorized' ? 'authentication-required' : 'agent-error';
  const details = cut(textOr(additionalDetails, '').trim());
  return details === ''
    ? new ConnectionError(code, words)
    : new ConnectionError(code, words, details);
}
