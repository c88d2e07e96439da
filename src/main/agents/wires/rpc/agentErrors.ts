import { ZodError } from 'zod';
import { ConnectionError, type ConnectionErrorCode } from '#main/agents/connection';
import { cut } from '../connectionErrors';
import { isRecord, jsonText } from '../json';

/** The meaning of the error codes of one dialect. Any other code is the agent's own error. */
export type ErrorCodes = ReadonlyMap<number, ConnectionErrorCode>;

/** Translates an error with which an agent answered a request. */
export type ReadError = (method: string, error: unknown) => ConnectionError;

const common: ErrorCodes = new Map([
  [-32600, 'invalid-request'],
  [-32601, 'unsupported'],
  [-32602, 'invalid-request'],
]);

/** Messages that repeat the code and do not name the cause. */
const generic = /^(internal error|invalid request|invalid params|server error|error)\.?$/i;

/** The text that JavaScript makes of an object. */
const unprintable = '[object Object]';

/** Translates an agent's error answer, whatever its shape. */
export function errorFromAgent(method: string, error: unknown, codes: ErrorCodes): ConnectionError {
  const { code, message, data } = isRecord(error) ? error : {};
  const number = Number.isSafeInteger(code) ? (code as number) : null;
  const meaning = number === null ? undefined : (codes.get(number) ?? common.get(number));
  const words = typeof message === 'string' ? cut(message.trim()) : '';
  const cause = causeIn(data);
  const all = dataText(data);
  const name = number === null ? 'an error' : `error ${number}`;
  const isPrintable = words !== '' && !words.includes(unprintable);
  const isTelling = isPrintable && !generic.test(words);
  // If the message only repeats the code, the cause comes first; nothing of either is dropped.
  const shown = isTelling ? words : (cause ?? (isPrintable ? `${words} (${name})` : null));
  const rest = [
    !isTelling && cause !== null && isPrintable ? `${words} (${name})` : '',
    all === shown ? '' : all,
  ];
  const details = rest.filter((text) => text !== '').join('\n');
  return new ConnectionError(
    meaning ?? 'agent-error',
    shown ?? `The agent reported ${name} for ${method}.`,
    details === '' ? undefined : cut(details),
  );
}

export function errorsBy(codes: ErrorCodes): ReadError {
  return (method, error) => errorFromAgent(method, error, codes);
}

/** The error for an answer that cannot be read. */
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

/** The cause in `data`: agents put it there as a text, or under one of these names. */
function causeIn(data: unknown): string | null {
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
  return null;
}

/** All of `data`, unless it contains nothing but the cause. */
function dataText(data: unknown): string {
  if (data === undefined || data === null) return '';
  if (typeof data !== 'object') return String(data).trim();
  const values = Object.values(data);
  if (values.length === 0) return '';
  const [only] = values;
  return isRecord(data) && values.length === 1 && only === causeIn(data)
    ? String(only)
    : jsonText(data, 2);
}
