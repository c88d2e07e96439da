import { isRecord, type JsonRecord } from '../json';
import { isSnakeCase, isVersioned, type Sign } from '../sign';

/** Whether a message is of this wire: see `detect/signs`. */
export function signOf(message: JsonRecord): Sign {
  if (!isVersioned(message)) return 'no';
  const { result, params } = message;
  if (isRecord(result)) {
    if (result.protocolVersion !== undefined) return 'no';
    if (typeof result.protocol_version === 'number') return 'yes';
    if (isRecord(result.agent_capabilities)) return 'yes';
    return isSnakeCase(result) ? 'no' : 'maybe';
  }
  const update = isRecord(params) ? params.update : undefined;
  return isRecord(update) && typeof update['@type'] === 'string' ? 'yes' : 'maybe';
}
