import { isRecord, type JsonRecord } from '../json';
import { isAnswer, isVersioned, type Sign } from '../sign';

/** Whether a message is of this wire: see `detect/signs`. */
export function signOf(message: JsonRecord): Sign {
  if (isVersioned(message)) return 'no';
  const { result, error, method } = message;
  if (isRecord(result) && typeof result.userAgent === 'string') return 'yes';
  if (isRecord(error) && /unknown variant|Not initialized/i.test(String(error.message))) {
    return 'yes';
  }
  if (typeof method === 'string' && /^[a-z]\w*\/[a-z]/i.test(method)) return 'yes';
  return isAnswer(message) ? 'maybe' : 'no';
}
