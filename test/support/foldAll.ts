import type { SessionId } from '#shared/ids';
import type { Envelope } from '#shared/session/events';
import { apply, createState } from '#shared/session/fold';
import type { SessionState } from '#shared/session/state';

/** The state of a session after these events. */
export function foldAll(id: SessionId, events: Iterable<Envelope>): SessionState {
  const state = createState(id);
  for (const event of events) apply(state, event);
  return state;
}
