import { ConnectionError, type TurnResult } from '#main/agents/connection';
import { cut } from '../../connectionErrors';
import { identifier, type JsonRecord, labelOf, textOr, textsOf } from '../../json';
import { turnUsage } from './contextMeter';

/** An error of the model's API, which the agent sends as a message before the turn ends. */
export interface ApiError {
  readonly kind: string;
  readonly text: string;
}

export interface TurnCircumstances {
  /** We asked the agent to stop. */
  readonly isCancelling: boolean;
  readonly apiError: ApiError | null;
}

const loginErrors: ReadonlySet<string> = new Set([
  'authentication_failed',
  'oauth_org_not_allowed',
  'cloud_credential_error',
]);
/** Versions that do not name the error still tell the user to log in. */
const loginWords = /\/login\b|not logged in|invalid api key/i;

/** How a turn ended; an error if it failed. */
export function turnFromResult(
  result: JsonRecord,
  circumstances: TurnCircumstances,
): TurnResult | ConnectionError {
  const reason = reasonOf(result, circumstances);
  if (reason instanceof ConnectionError) return reason;
  const usage = turnUsage(result.usage);
  return usage ? { reason, usage } : { reason };
}

function reasonOf(
  result: JsonRecord,
  { isCancelling, apiError }: TurnCircumstances,
): TurnResult['reason'] | ConnectionError {
  const isError = result.is_error === true;
  switch (result.subtype) {
    case 'success':
      if (!isError) return stopReason(result.stop_reason);
      break;
    case 'cancelled':
      return 'cancelled';
    case 'max_tokens':
      return 'max_tokens';
    case 'error_max_turns':
    case 'error_max_budget_usd':
      return 'max_turn_requests';
    case 'error_during_execution':
      if (textOr(result.terminal_reason, '').startsWith('aborted')) return 'cancelled';
      break;
    case 'error_max_structured_output_retries':
      break;
    default:
      // A newer version may know more errors.
      if (!isError && !/^error/.test(textOr(result.subtype, ''))) {
        return stopReason(result.stop_reason);
      }
  }
  if (isCancelling) return 'cancelled';
  if (apiError?.kind === 'max_output_tokens') return 'max_tokens';
  return turnFailure(result, apiError);
}

function stopReason(reason: unknown): TurnResult['reason'] {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'max_tokens';
    case 'refusal':
      return 'refusal';
    default:
      return 'end_turn';
  }
}

/** Why the turn failed, in the agent's words. */
export function turnFailure(result: JsonRecord, apiError: ApiError | null): ConnectionError {
  const told = [textOr(result.result, ''), ...textsOf(result.errors), apiError?.text ?? ''];
  const words = told.map((text) => text.trim()).find((text) => text !== '');
  const subtype = labelOf(result.subtype, 'error');
  const message = cut(words ?? `Claude stopped with an error (${subtype}).`);
  const needsLogin = apiError === null ? loginWords.test(message) : loginErrors.has(apiError.kind);
  if (needsLogin) return new ConnectionError('authentication-required', message);
  const isLost = message.startsWith('No conversation found');
  return new ConnectionError(isLost ? 'not-found' : 'agent-error', message);
}

/** The ids of our messages that a result answers, if the agent names them. */
export function answeredMessages(result: JsonRecord): readonly string[] {
  const one = identifier(result.user_message_uuid);
  const all = textsOf(result.user_message_uuids);
  return one === null || all.includes(one) ? all : [...all, one];
}

/** Whether the agent began the turn itself, such as after the end of a background task. */
export function isOwnTurn({ origin }: JsonRecord): boolean {
  const kind =
    typeof origin === 'object' && origin !== null && 'kind' in origin ? origin.kind : null;
  return typeof kind === 'string' && kind !== 'human';
}
