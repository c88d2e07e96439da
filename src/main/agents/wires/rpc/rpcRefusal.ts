import { onUnexpectedError } from '#main/base/unexpected';
import type { AppError, AppErrorCode } from '#shared/errors';
import { cut } from '../connectionErrors';
import { labelOf } from '../json';

/** An error in the format of a response. */
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Thrown by the handler of an agent's request: the error to send to the agent. */
export class RpcRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    this.name = 'RpcRefusal';
  }
}

/**
 * The request cannot be understood, so none of it is shown. The user is told only that it arrived.
 */
export class NotUnderstood extends RpcRefusal {}

export const INVALID_PARAMS = -32602;
export const METHOD_NOT_FOUND = -32601;

export function invalidParams(message: string): NotUnderstood {
  return new NotUnderstood(INVALID_PARAMS, `Invalid params: ${cut(message)}`);
}

export function methodNotFound(method: unknown): NotUnderstood {
  const name = labelOf(method, 'a request');
  return new NotUnderstood(METHOD_NOT_FOUND, `Method not found: ${name}`, { method: name });
}

/**
 * An error for the agent. `data.code` distinguishes "the user said no" from a failure if the error
 * code cannot.
 */
export function refusalFrom(
  { code, message, detail }: AppError,
  codes: Partial<Record<AppErrorCode, number>>,
): RpcRefusal {
  const data = detail === undefined ? { code } : { code, details: cut(detail) };
  return new RpcRefusal(codes[code] ?? -32603, cut(message), data);
}

/** Any other error is a bug of ours, and the agent does not see its message. */
export function errorBody(error: unknown): RpcErrorBody {
  if (error instanceof RpcRefusal) {
    const { code, message, data } = error;
    return data === undefined ? { code, message } : { code, message, data };
  }
  onUnexpectedError(error);
  return { code: -32603, message: 'Internal error' };
}
