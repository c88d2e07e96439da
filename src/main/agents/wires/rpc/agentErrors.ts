import { ZodError } from 'zod';
import { ConnectionError, type ConnectionErrorCode } from '#main/agents/connection';
import { cut } from '../connectionErrors';
import { isRecord, jsonText } from '../json';

/** What the codes of one dialect mean to us; a code that is not there is the agent's own trouble. */
export type ErrorCodes = ReadonlyMap<number, ConnectionErrorCode>;

/** What an error that an agent answered a request with means to us. */
export type ReadError = (method: string, error: unknown) => ConnectionError;

const common: ErrorCodes = new Map([
  [-32600, 'invalid-request'],
  [-32601, 'unsupported'],
  [-32602, 'invalid-request'],
]);

/** Messages that name the code and not the cause. */
const generic = /^(internal error|invalid request|invalid params|server error|error)\.?$/i;

/** What JavaScript makes of an object where a text was meant. */
const unprintable = '[object Object]';

/** An agent's answer to a request of ours that is an error, however odd. */
export function errorFromAgent(method: string, error: unknown, codes: ErrorCodes): ConnectionError {
  const { code, message, data } = isRecord(error) ? error : {};
  const number = Number.isSafeInteger(code) ? (code as number) : null;
  const meaning = number === null ? undefined : (codes.get(number) ?? common.get(number));
  const words = typeof message === 'string' ? cut(message.trim()) : '';
  const details = detailsOf(data);
  if (isTelling(words)) {
    return details === null || details === words
      ? new ConnectionError(meaning ?? 'agent-error', words)
      : new ConnectionError(meaning ?? 'agent-error', words, details);
  }
  const name = number === null ? 'an error' : `error ${number}`;
  const otherwise = `The agent reported ${name} for ${method}.`;
  return new ConnectionError(meaning ?? 'agent-error', details ?? otherwise);
}

export function errorsBy(codes: ErrorCodes): ReadError {
  return (method, error) => errorFromAgent(method, error, codes);
}

/** An answer that came and cannot be read. */
export function unreadable(method: string, error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error;
  const words = `The agent’s answer to ${method} is not valid.`;
  if (!(error instanceof ZodError)) {
    const what = error instanceof Error ? error.message : String(error);
    return new ConnectionError('protocol', words, what);
  }
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  const what = issue?.message ?? 'it could not be read';
  return new ConnectionError('protocol', words, where === '' ? what : `${where}: ${what}`);
}

function isTelling(words: string): boolean {
  return words !== '' && !words.includes(unprintable) && !generic.test(words);
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
