import { RequestError } from '@agentclientprotocol/sdk/unstable';
import { ZodError } from 'zod';
import { ConnectionError, type ConnectionErrorCode } from '#main/agents/connection';
import { cut } from '../connectionErrors';
import { isRecord, jsonText } from '../json';
import { malformedAnswer } from './messagePump';

const codes: ReadonlyMap<number, ConnectionErrorCode> = new Map([
  [-32000, 'authentication-required'],
  [-32002, 'not-found'],
  [-32600, 'invalid-request'],
  [-32601, 'unsupported'],
  [-32602, 'invalid-request'],
  [-32800, 'cancelled'],
]);

/** Messages that name the code and not the cause. */
const generic = /^(internal error|invalid request|invalid params|server error|error)\.?$/i;
/** What JavaScript makes of an object where a text was meant. */
const unprintable = '[object Object]';

/** Whatever a request to the agent failed with, as the error that the port promises. */
export function toConnectionError(method: string, error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error;
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    const where = issue?.path.join('.') ?? '';
    const what = `${where === '' ? '' : `${where}: `}${issue?.message ?? 'it could not be read'}`;
    return new ConnectionError('protocol', `The agent’s answer to ${method} is not valid.`, what);
  }
  if (error instanceof RequestError) return fromAgent(method, error);
  const message = error instanceof Error ? error.message : String(error);
  return new ConnectionError('closed', cut(message));
}

function fromAgent(method: string, error: RequestError): ConnectionError {
  if (error.data === malformedAnswer) {
    const words = `The agent’s answer to ${method} is not valid.`;
    return new ConnectionError('protocol', words, 'It has neither a result nor an error.');
  }
  const code = codes.get(error.code) ?? 'agent-error';
  const message = cut(error.message.trim());
  const details = detailsOf(error.data);
  const isTelling = message !== '' && !message.includes(unprintable) && !generic.test(message);
  if (isTelling) {
    return details === null || details === message
      ? new ConnectionError(code, message)
      : new ConnectionError(code, message, details);
  }
  const words = `The agent reported error ${error.code} for ${method}.`;
  return new ConnectionError(code, details ?? words);
}

/** Agents put the cause in `data`, as a text or under one of these names. */
function detailsOf(data: unknown): string | null {
  const candidates = isRecord(data)
    ? [data.details, data.detail, data.message, data.error, data.reason]
    : [data];
  for (const candidate of candidates) {
    if (isRecord(candidate) && typeof candidate.message === 'string') {
      candidates.push(candidate.message);
    }
    if (typeof candidate !== 'string' || candidate.includes(unprintable)) continue;
    const text = candidate.trim();
    if (text !== '') return cut(text);
  }
  const json = isRecord(data) ? jsonText(data) : '{}';
  return json === '{}' ? null : cut(json);
}
