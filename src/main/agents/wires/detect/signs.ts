import type { Wire } from '#shared/session/agent';
import { isRecord, type JsonRecord, jsonText } from '../json';

/** How sure a message makes us that its sender speaks a wire. */
export type Sign = 'yes' | 'maybe' | 'no';

type Reading = (message: JsonRecord) => Sign;

/** Version 2 of ACP is told from version 1 by its own negotiation. */
export type DetectedWire = Exclude<Wire, 'acp-2'>;

/**
 * What the first messages of an agent tell. Whatever we ask first, each wire answers in its own
 * way: with a version or without, in its own names, or in a shape of its own.
 */
const readings: Readonly<Record<DetectedWire, Reading>> = {
  acp: (message) => {
    if (!isVersioned(message)) return 'no';
    const { result, params } = message;
    if (isRecord(result)) {
      if (result.protocolVersion !== undefined) return 'yes';
      return isSnakeCase(result) ? 'no' : 'maybe';
    }
    const update = isRecord(params) ? params.update : undefined;
    return isRecord(update) && typeof update.sessionUpdate === 'string' ? 'yes' : 'maybe';
  },
  crow: (message) => {
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
  },
  'acp-2025.1': (message) => {
    if (!isVersioned(message)) return 'no';
    const { result, params, error } = message;
    if (isRecord(result)) {
      if (result.protocolVersion !== undefined) return 'no';
      if (typeof result.protocol_version === 'string') return 'yes';
      if (isRecord(result.agent_capabilities)) return 'no';
      if (typeof result.protocol_version === 'number') return 'no';
      return isRecord(result.agent_info) ? 'yes' : 'maybe';
    }
    if (isRecord(error) && /2025\.\d|working_directory/.test(jsonText(error))) return 'yes';
    const isUpdate = isRecord(params) && typeof params.type === 'string' && isRecord(params.data);
    return isUpdate && message.method === 'session/update' ? 'yes' : 'maybe';
  },
  claude: (message) => {
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
  },
  codex: (message) => {
    if (isVersioned(message)) return 'no';
    const { result, error, method } = message;
    if (isRecord(result) && typeof result.userAgent === 'string') return 'yes';
    if (isRecord(error) && /unknown variant|Not initialized/i.test(String(error.message))) {
      return 'yes';
    }
    if (typeof method === 'string' && /^[a-z]\w*\/[a-z]/i.test(method)) return 'yes';
    return isAnswer(message) ? 'maybe' : 'no';
  },
  threads: (message) => {
    if (isVersioned(message)) return 'no';
    const { result, error, method } = message;
    if (typeof method === 'string') return threadMethods.has(method) ? 'yes' : 'no';
    if (!isAnswer(message)) return 'no';
    if (isRecord(result)) return Array.isArray(result.threads) ? 'yes' : 'no';
    const isUnknown = isRecord(error) && error.code === -32601;
    return isUnknown ? 'yes' : 'maybe';
  },
};

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

export const detectedWires = Object.keys(readings) as readonly DetectedWire[];

export function isDetected(wire: Wire): wire is DetectedWire {
  return wire in readings;
}

export function signOf(wire: DetectedWire, message: unknown): Sign {
  return isRecord(message) ? readings[wire](message) : 'no';
}

/** The wire that the message can only be of; null where it may be of several, or of none. */
export function surelyFrom(message: unknown): DetectedWire | null {
  const sure = detectedWires.filter((wire) => signOf(wire, message) === 'yes');
  return sure.length === 1 ? (sure[0] ?? null) : null;
}

/** Wires that nothing of what was heard speaks against; none where nothing speaks for any. */
export function possibleAfter(heard: readonly unknown[]): readonly DetectedWire[] {
  const telling = heard.map(wiresOf).filter((wires) => wires.length > 0);
  const [first = [], ...others] = telling;
  return first.filter((wire) => others.every((wires) => wires.includes(wire)));
}

/** A message that this wire does not have, and some other has; the lines of a log are of none. */
export function isOfAnother(wire: DetectedWire, message: unknown): boolean {
  return signOf(wire, message) === 'no' && wiresOf(message).length > 0;
}

function wiresOf(message: unknown): readonly DetectedWire[] {
  return detectedWires.filter((wire) => signOf(wire, message) !== 'no');
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
