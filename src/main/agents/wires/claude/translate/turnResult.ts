import { ConnectionError, type TurnResult } from '#main/agents/connection';
import { cut } from '../../connectionErrors';
import { identifier, type JsonRecord, labelOf, textOr, textsOf } from '../../json';
import { shownReason } from '../../stopReason';
import { turnUsage } from './contextMeter';

/** An error of the model's API, which the agent sends as a message before the turn ends. */
export interface ApiError {
  readonly kind: string;
  readonly text: string;
}

export interface TurnCircumstances {
  /** Whether we asked the agent to stop. */
  readonly isCancelling: boolean;
  readonly apiError: ApiError | null;
}

const loginErrors: ReadonlySet<string> = new Set([
  'authentication_failed',
  'oauth_org_not_allowed',
  'cloud_credential_error',
]);
/**
 * Recognizes a missing login in versions that do not name the error but tell the user to log in.
 */
const loginWords = /\/login\b|not logged in|invalid api key/i;

/** Kinds of results that say no more than their text. */
const knownEnds: ReadonlySet<string> = new Set(['success', 'error', 'error_during_execution']);

/** How a turn ended; an error if it failed. */
export function turnFromResult(
  result: JsonRecord,
  circumstances: TurnCircumstances,
): TurnResult | ConnectionError {
  const ended = endOf(result, circumstances);
  if (ended instanceof ConnectionError) return ended;
  const turn = typeof ended === 'string' ? { reason: ended } : ended;
  const usage = turnUsage(result.usage);
  return usage ? { ...turn, usage } : turn;
}

function endOf(
  result: JsonRecord,
  { isCancelling, apiError }: TurnCircumstances,
): TurnResult | TurnResult['reason'] | ConnectionError {
  const isError = result.is_error === true;
  switch (result.subtype) {
    case 'success':
      if (!isError) return stopped(result.stop_reason);
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
      if (!isError && !/^error/.test(textOr(result.subtype, ''))) return unheardEnd(result);
  }
  if (isCancelling) return 'cancelled';
  if (apiError?.kind === 'max_output_tokens') return 'max_tokens';
  return turnFailure(result, apiError);
}

/** Keyed by the stop reasons of the model's API. */
function stopped(reason: unknown): TurnResult {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return { reason: 'max_tokens' };
    case 'refusal':
      return { reason: 'refusal' };
    case undefined:
    case null:
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_use':
      return { reason: 'end_turn' };
    default:
      return { reason: 'end_turn', unknownReason: shownReason(reason) };
  }
}

/** The end of a turn whose kind is unknown or missing. */
function unheardEnd({ subtype, stop_reason: reason }: JsonRecord): TurnResult {
  const turn = stopped(reason);
  return subtype === undefined || subtype === null
    ? turn
    : { ...turn, unknownReason: shownReason(subtype) };
}

/** Why the turn failed, in the agent's words. */
export function turnFailure(result: JsonRecord, apiError: ApiError | null): ConnectionError {
  const told = [textOr(result.result, ''), ...textsOf(result.errors), apiError?.text ?? ''];
  const words = told.map((text) => text.trim()).find((text) => text !== '');
  const subtype = labelOf(result.subtype, 'error');
  const message = cut(words ?? `Claude stopped with an error (${subtype}).`);
  const needsLogin = apiError === null ? loginWords.test(message) : loginErrors.has(apiError.kind);
  if (needsLogin) return new ConnectionError('authentication-required', message);
  const code = message.startsWith('No conversation found') ? 'not-found' : 'agent-error';
  const isNamed = message.includes(subtype) || knownEnds.has(subtype);
  return isNamed
    ? new ConnectionError(code, message)
    : new ConnectionError(code, message, `Claude gives the reason as ${shownReason(subtype)}.`);
}

/** The ids of our messages that a result answers, if the agent names them. */
export function answeredMessages(result: JsonRecord): readonly string[] {
  const one = identifier(result.user_message_uuid);
  const all = textsOf(result.user_message_uuids);
  return one === null || all.includes(one) ? all : [...all, one];
}

/** Whether the agent began the turn itself, for example after a background task ended. */
export function isOwnTurn({ origin }: JsonRecord): boolean {
  const kind =
    typeof origin === 'object' && origin !== null && 'kind' in origin ? origin.kind : null;
  return typeof kind === 'string' && kind !== 'human';
}
