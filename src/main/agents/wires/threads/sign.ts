import { isRecord, type JsonRecord } from '../json';
import { isAnswer, isVersioned, type Sign } from '../sign';

const threadMethods: ReadonlySet<string> = new Set([
  'getThreads',
  'createThread',
  'openThread',
  'getThreadEntries',
  'sendMessage',
  'streamMessageChunk',
  'readTextFile',
  'readBinaryFile',
  'stat',
  'globSearch',
]);

/** Whether a message is of this wire: see `detect/signs`. */
export function signOf(message: JsonRecord): Sign {
  if (isVersioned(message)) return 'no';
  const { result, error, method } = message;
  if (typeof method === 'string') return threadMethods.has(method) ? 'yes' : 'no';
  if (!isAnswer(message)) return 'no';
  if (isRecord(result)) return Array.isArray(result.threads) ? 'yes' : 'no';
  const isUnknown = isRecord(error) && error.code === -32601;
  return isUnknown ? 'yes' : 'maybe';
}
