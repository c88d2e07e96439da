import { isRecord, type JsonRecord } from '../json';
import { isSnakeCase, isVersioned, type Sign } from '../sign';

/** Whether a message belongs to this wire: see `detect/signs`. */
export function signOf(message: JsonRecord): Sign {
  if (!isVersioned(message)) return 'no';
  const { result, params } = message;
  if (isRecord(result)) {
    if (result.protocolVersion !== undefined) return 'yes';
    return isSnakeCase(result) ? 'no' : 'maybe';
  }
  const update = isRecord(params) ? params.update : undefined;
  return isRecord(update) && typeof update.sessionUpdate === 'string' ? 'yes' : 'maybe';
}
