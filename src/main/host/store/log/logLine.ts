import { type Envelope, EVENT_VERSION } from '#shared/session/events';
import { hasShape } from '#shared/session/kinds/eventKinds';
import { type LoggedEvent, upcast } from '#shared/session/upcast';

/** The result of parsing one line of a log. An event may be of a kind that this build ignores. */
export type LogLine =
  | { readonly type: 'event'; readonly event: Envelope }
  | { readonly type: 'newer'; readonly version: number }
  | { readonly type: 'damaged'; readonly reason: string };

export function readLine(line: string): LogLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return damaged(error instanceof Error ? error.message : 'not JSON');
  }
  if (!isLoggedEvent(value)) return damaged('not an event');
  if (value.v > EVENT_VERSION) return { type: 'newer', version: value.v };
  const event = upcast(value);
  if (event === null) return damaged(`cannot be upgraded from version ${value.v}`);
  return hasShape(event) ? { type: 'event', event } : damaged(`malformed ${event.type}`);
}

function isLoggedEvent(value: unknown): value is LoggedEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { v, seq, at, type } = value as Partial<Record<keyof LoggedEvent, unknown>>;
  return (
    Number.isSafeInteger(v) &&
    (v as number) >= 0 &&
    Number.isSafeInteger(seq) &&
    (seq as number) > 0 &&
    Number.isFinite(at) &&
    typeof type === 'string'
  );
}

function damaged(reason: string): LogLine {
  return { type: 'damaged', reason };
}
