import { isRecord, type JsonRecord } from '../json';
import { isVersioned, type Sign } from '../sign';

/** Whether a message is of this wire: see `detect/signs`. */
export function signOf(message: JsonRecord): Sign {
  if (isVersioned(message) || message.method !== undefined) return 'no';
  switch (message.type) {
    case 'control_response':
      return isRecord(message.response) ? 'yes' : 'no';
    case 'control_request':
      return isRecord(message.request) ? 'yes' : 'no';
    case 'system':
    case 'result':
      return typeof message.subtype === 'string' ? 'yes' : 'no';
    case 'assistant':
    case 'user':
      return isRecord(message.message) ? 'yes' : 'no';
    case 'stream_event':
      return isRecord(message.event) ? 'yes' : 'no';
    default:
      return 'no';
  }
}
