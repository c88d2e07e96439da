import { isRecord, type JsonRecord, jsonText } from '../json';
import { isVersioned, type Sign } from '../sign';

/** Whether a message belongs to this wire: see `detect/signs`. */
export function signOf(message: JsonRecord): Sign {
  if (!isVersioned(message)) return 'no';
  const { result, params, error } = message;
  if (isRecord(result)) {
    if (result.protocolVersion !== undefined) return 'no';
    if (typeof result.protocol_version === 'string') return 'yes';
    if (isRecord(result.agent_capabilities)) return 'no';
    if (typeof result.protocol_version === 'number') return 'no';
    if (isRecord(result.agent_info)) return 'yes';
    // An answer to any other language may be empty, too.
    return isRecord(result.capabilities) || typeof result.instructions === 'string'
      ? 'maybe'
      : 'no';
  }
  if (isRecord(error) && /2025\.\d|working_directory/.test(jsonText(error))) return 'yes';
  const isUpdate = isRecord(params) && typeof params.type === 'string' && isRecord(params.data);
  return isUpdate && message.method === 'session/update' ? 'yes' : 'maybe';
}
