import { RequestError } from '@agentclientprotocol/sdk/unstable';
import type { AppError, Result } from '#shared/errors';
import { cut } from '../connectionErrors';

/**
 * The value, or a throw of what the agent is told. ACP has no code for "the user said no", so
 * that a refusal is an internal error whose message names what was refused and whose
 * `data.code` lets an agent tell it from a failure.
 */
export function granted<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw toRequestError(result.error);
}

function toRequestError({ code, message, detail }: AppError): RequestError {
  const data = detail === undefined ? { code } : { code, details: cut(detail) };
  return new RequestError(codeOf(code), cut(message), data);
}

function codeOf(code: AppError['code']): number {
  switch (code) {
    case 'not-found':
      return -32002;
    case 'invalid-input':
      return -32602;
    case 'cancelled':
      return -32800;
    default:
      return -32603;
  }
}

/** For params that we read ourselves. */
export function invalidParams(message: string): RequestError {
  return new RequestError(-32602, `Invalid params: ${cut(message)}`);
}

/** Throws unless the text can be a path: no NUL, and whole in UTF-8. */
export function checkPath(path: string): void {
  if (path.includes('\0') || path.includes('\uFFFD') || !path.isWellFormed()) {
    throw invalidParams('the path has characters that no path may have');
  }
}

/** Throws for text that no file could hold as it is. */
export function checkText(text: string): void {
  if (!text.isWellFormed()) throw invalidParams('the text is not valid Unicode');
}
