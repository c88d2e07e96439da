import { isRecord, type JsonRecord, jsonText } from '../json';

/** How certain a message makes it that its sender uses a wire. */
export type Sign = 'yes' | 'maybe' | 'no';

export function acpSign(message: JsonRecord): Sign {
  if (!isVersioned(message)) return 'no';
  const { result, params } = message;
  if (isRecord(result)) {
    if (result.protocolVersion !== undefined) return 'yes';
    return isSnakeCase(result) ? 'no' : 'maybe';
  }
  const update = isRecord(params) ? params.update : undefined;
  return isRecord(update) && typeof update.sessionUpdate === 'string' ? 'yes' : 'maybe';
}

export function crowSign(message: JsonRecord): Sign {
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

export function acp20251Sign(message: JsonRecord): Sign {
  if (!isVersioned(message)) return 'no';
  const { result, params, error } = message;
  if (isRecord(result)) {
    if (result.protocolVersion !== undefined) return 'no';
    if (typeof result.protocol_version === 'string') return 'yes';
    if (isRecord(result.agent_capabilities)) return 'no';
    if (typeof result.protocol_version === 'number') return 'no';
    if (isRecord(result.agent_info)) return 'yes';
    // An answer to any other protocol may also be empty.
    return isRecord(result.capabilities) || typeof result.instructions === 'string'
      ? 'maybe'
      : 'no';
  }
  if (isRecord(error) && /2025\.\d|working_directory/.test(jsonText(error))) return 'yes';
  const isUpdate = isRecord(params) && typeof params.type === 'string' && isRecord(params.data);
  return isUpdate && message.method === 'session/update' ? 'yes' : 'maybe';
}

export function claudeSign(message: JsonRecord): Sign {
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

export function codexSign(message: JsonRecord): Sign {
  if (isVersioned(message)) return 'no';
  const { result, error, method } = message;
  if (isRecord(result) && typeof result.userAgent === 'string') return 'yes';
  if (isRecord(error) && /unknown variant|Not initialized/i.test(String(error.message))) {
    return 'yes';
  }
  if (typeof method === 'string' && /^[a-z]\w*\/[a-z]/i.test(method)) return 'yes';
  return isAnswer(message) ? 'maybe' : 'no';
}

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

export function threadsSign(message: JsonRecord): Sign {
  if (isVersioned(message)) return 'no';
  const { result, error, method } = message;
  if (typeof method === 'string') return threadMethods.has(method) ? 'yes' : 'no';
  if (!isAnswer(message)) return 'no';
  if (isRecord(result)) return Array.isArray(result.threads) ? 'yes' : 'no';
  const isUnknown = isRecord(error) && error.code === -32601;
  return isUnknown ? 'yes' : 'maybe';
}

function isVersioned(message: JsonRecord): boolean {
  return message.jsonrpc === '2.0';
}

function isSnakeCase(result: JsonRecord): boolean {
  return ['protocol_version', 'agent_info', 'agent_capabilities'].some((key) => key in result);
}

function isAnswer({ id, method, result, error }: JsonRecord): boolean {
  return Number.isSafeInteger(id) && method === undefined && (isRecord(result) || isRecord(error));
}
