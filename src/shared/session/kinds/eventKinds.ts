import type { EntryId } from '#shared/ids';
import type { Envelope, SessionEvent, SessionEventType } from '../events';
import type { SearchText } from '../searchText';
import { agentEventKinds } from './agentEventKinds';
import type { MapBodies, MapBody } from './bodies';
import type { EventKind, EventKinds } from './eventKind';
import { turnEventKinds } from './turnEventKinds';

type AnyEventKind = EventKind<SessionEvent, MapBodies<SessionEvent> | null>;

/** One row for each kind of event: without the row of a new kind this does not compile. */
const rows: EventKinds<SessionEventType> = { ...agentEventKinds, ...turnEventKinds };

// The cast is safe: each row gets only events of its own type.
const kinds = new Map(Object.entries(rows)) as ReadonlyMap<string, AnyEventKind>;

/** Undefined for a kind that only a newer build knows. */
export function eventKind({ type }: { readonly type: string }): AnyEventKind | undefined {
  return kinds.get(type);
}

export function isKnownType(type: string): type is SessionEventType {
  return kinds.has(type);
}

/** Whether an event can be reduced and shown; unknown kinds always pass. */
export function hasShape(event: { readonly type: string }): boolean {
  return kinds.get(event.type)?.shape(event) ?? true;
}

/** The one entry that an event is about; null when it is about the session as a whole. */
export function entryOf(event: Envelope): EntryId | null {
  return kinds.get(event.type)?.entry?.(event) ?? null;
}

/**
 * Replaces the bodies of an event. Returns the same event if none changed. Knows the bodies by type
 * and does not walk the whole event, since this runs for each one.
 */
export function mapBodies(event: SessionEvent, map: MapBody): SessionEvent {
  return kinds.get(event.type)?.bodies?.(event, map) ?? event;
}

export function searchTextOf(event: SessionEvent): SearchText | null {
  return kinds.get(event.type)?.search?.(event) ?? null;
}
