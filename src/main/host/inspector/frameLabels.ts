import { isMessage, type WireFrame } from '#main/agents/agents';
import type { OpenRequest } from '#shared/ipc/inspector';
import { METHOD_LENGTH, OPEN_CALLS, SHOWN_CALLS } from './limits';

export interface FrameLabel {
  readonly label: string;
  readonly isError: boolean;
  /** For an answer, the milliseconds since its request. */
  readonly latency?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Names the messages on a wire in any protocol: by their method, or by their own kind. Frames must
 * come in order, so that an answer can be named after its request.
 */
export class FrameLabels {
  private readonly calls = new Map<string, OpenRequest>();
  /** Requests whose answers may have been skipped. */
  private readonly unsure = new Set<string>();

  /** The newest requests without an answer. */
  get open(): readonly OpenRequest[] {
    const sure = [...this.calls].filter(([key]) => !this.unsure.has(key));
    return sure.slice(-SHOWN_CALLS).map(([, call]) => call);
  }

  /** Called for frames that are not kept: they may have answered earlier open requests. */
  skip(): void {
    for (const key of this.calls.keys()) this.unsure.add(key);
  }

  of({ direction, text, at }: WireFrame): FrameLabel {
    if (direction === 'stderr') return { label: 'Standard error', isError: false };
    if (direction === 'garbage') return { label: 'Not a message', isError: true };
    if (direction === 'problem') return { label: 'Protocol violation', isError: true };
    const message = parse(text);
    if (message === null) return { label: methodIn(text) ?? 'message', isError: false };
    const id = idOf(message);
    const method = stringOf(message.method);
    if (method !== undefined) {
      if (id !== null) this.remember(`${direction} ${id}`, { method, direction, at });
      return { label: withDetail(method, detailOf(message.params)), isError: false };
    }
    if (id !== null && ('result' in message || 'error' in message)) {
      return this.answer(direction === 'in' ? 'out' : 'in', id, message, at);
    }
    return { label: kindOf(message), isError: message.is_error === true };
  }

  private answer(asked: 'in' | 'out', id: string, message: Fields, at: number): FrameLabel {
    const key = `${asked} ${id}`;
    const call = this.calls.get(key);
    this.forget(key);
    const isError = message.error !== undefined && message.error !== null;
    const what = isError ? 'error' : 'result';
    const label = call === undefined ? what : `${call.method} · ${what}`;
    return { label, isError, ...(call && { latency: at - call.at }) };
  }

  private forget(key: string): void {
    this.calls.delete(key);
    this.unsure.delete(key);
  }

  private remember(key: string, call: OpenRequest): void {
    this.forget(key);
    this.calls.set(key, call);
    if (this.calls.size <= OPEN_CALLS) return;
    for (const oldest of this.calls.keys()) {
      this.forget(oldest);
      return;
    }
  }
}

/** The content of a frame beyond its label; for a line that is not a message, the whole line. */
export function gistOf({ direction, text }: Pick<WireFrame, 'direction' | 'text'>): string {
  const message = isMessage(direction) ? parse(text) : null;
  if (message === null) return text;
  if (message.method !== undefined) return paramsGist(message.params);
  if (idOf(message) !== null && ('result' in message || 'error' in message)) {
    return jsonOf(message.error ?? message.result);
  }
  const { '@type': _tag, type: _type, subtype: _subtype, ...rest } = message;
  return jsonOf(rest);
}

/** The kind of an update; for others the method says enough. */
function detailOf(params: unknown): string | undefined {
  const { update, item } = fieldsOf(params);
  const fields = fieldsOf(update ?? item);
  return stringOf(fields.sessionUpdate) ?? stringOf(fields['@type']) ?? stringOf(fields.type);
}

function paramsGist(params: unknown): string {
  const { update } = fieldsOf(params);
  if (update === undefined) return jsonOf(params);
  const { sessionUpdate: _kind, ...rest } = fieldsOf(update);
  return jsonOf(rest);
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/** The kind of a message without a method, which names it itself. */
function kindOf(message: Fields): string {
  const kind = stringOf(message['@type']) ?? stringOf(message.type) ?? 'message';
  const inner = fieldsOf(message.request ?? message.event ?? message.response);
  return withDetail(
    kind,
    stringOf(message.subtype) ?? stringOf(inner.subtype) ?? stringOf(inner.type),
  );
}

function withDetail(label: string, detail: string | undefined): string {
  return detail === undefined ? label : `${label} · ${detail}`;
}

function idOf({ id }: Fields): string | null {
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : null;
}

function methodIn(text: string): string | undefined {
  return /"method"\s{0,4}:\s{0,4}"([^"\\]{1,100})"/.exec(text.slice(0, METHOD_LENGTH))?.[1];
}

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined;
}
