import { RequestError } from '@agentclientprotocol/sdk/unstable';
import { ZodError } from 'zod';
import { ConnectionError } from '#main/agents/connection';
import { cut } from '../connectionErrors';
import { type ErrorCodes, errorFromAgent, unreadable } from '../rpc/agentErrors';
import { malformedAnswer } from './messagePump';

const errorCodes: ErrorCodes = new Map([
  [-32000, 'authentication-required'],
  [-32002, 'not-found'],
  [-32800, 'cancelled'],
]);

/** Whatever a request to the agent failed with, as the error that the port promises. */
export function toConnectionError(method: string, error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error;
  if (error instanceof ZodError) return unreadable(method, error);
  if (error instanceof RequestError) {
    return error.data === malformedAnswer
      ? unreadable(method, 'It has neither a result nor an error.')
      : errorFromAgent(method, error, errorCodes);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ConnectionError('closed', cut(message));
}
