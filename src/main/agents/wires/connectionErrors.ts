import { ConnectionError } from '#main/agents/connection';
import { cutText } from '#main/base/cutText';
import { ERROR_TEXT_LENGTH } from './limits';

/** Why waiting was given up: the words of whoever gave up, where there are any. */
export function abandoned(method: string, reason: unknown): ConnectionError {
  if (reason instanceof ConnectionError) return reason;
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError';
  return isTimeout
    ? new ConnectionError('timeout', `The agent did not answer ${method} in time.`)
    : new ConnectionError('cancelled', `Waiting for the answer to ${method} was given up.`);
}

/** What an agent says about an error, no longer than anybody would read. */
export function cut(text: string): string {
  return cutText(text, ERROR_TEXT_LENGTH);
}
