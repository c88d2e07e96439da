import { ConnectionError } from '#main/agents/connection';
import { cutText } from '#main/base/cutText';
import { ERROR_TEXT_LENGTH } from './limits';

/** The error for a request that was given up: the abort reason, if it is a `ConnectionError`. */
export function abandoned(method: string, reason: unknown): ConnectionError {
  if (reason instanceof ConnectionError) return reason;
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError';
  return isTimeout
    ? new ConnectionError('timeout', `The agent did not answer ${method} in time.`)
    : new ConnectionError('cancelled', `The request ${method} was cancelled.`);
}

/** Cuts an agent's error text to a readable length. */
export function cut(text: string): string {
  return cutText(text, ERROR_TEXT_LENGTH);
}
