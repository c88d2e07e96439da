import { isRecord, type JsonRecord } from './json';

/** How sure a message makes us that its sender speaks a wire. */
export type Sign = 'yes' | 'maybe' | 'no';

export function isVersioned(message: JsonRecord): boolean {
  return message.jsonrpc === '2.0';
}

export function isSnakeCase(result: JsonRecord): boolean {
  return ['protocol_version', 'agent_info', 'agent_capabilities'].some((key) => key in result);
}

export function isAnswer({ id, method, result, error }: JsonRecord): boolean {
  return Number.isSafeInteger(id) && method === undefined && (isRecord(result) || isRecord(error));
}
