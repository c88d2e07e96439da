import { beginningOf } from '#main/base/cutText';
import { IDENTIFIER_LENGTH, LABEL_LENGTH } from './limits';

/** An object from the wire, with unknown members. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is a string that can serve as an id; otherwise null. */
export function identifier(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 && value.length <= IDENTIFIER_LENGTH
    ? value
    : null;
}

export function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}

/** The records of a list; other items are left out. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Text unchanged; anything else as JSON, if it can be written as JSON. */
export function jsonText(value: unknown, indent?: number): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, null, indent) ?? '';
  } catch {
    // The value is nested deeper than the stack allows; the channel should have refused it.
    return '(too deep to show)';
  }
}

export function labelOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? beginningOf(value, LABEL_LENGTH) : otherwise;
}

/** Called before something is added: at the limit, the older half is forgotten. */
export function makeRoom(collection: Map<unknown, unknown> | Set<unknown>, limit: number): void {
  if (collection.size < limit) return;
  let excess = Math.ceil(limit / 2);
  for (const key of collection.keys()) {
    if (excess-- === 0) return;
    collection.delete(key);
  }
}
