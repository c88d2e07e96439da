import type { AppEvent } from '#shared/ipc/contract';

/**
 * The newest event of each kind about each thing, in the order in which they came: all that is left
 * for a window that is too slow for all of them. Most say how things stand now, so that older ones
 * say nothing more. A window that gets the newest event of a session without those before it knows
 * by its number that it has missed some, and asks for the session anew.
 */
export function newestEvents(events: readonly AppEvent[]): AppEvent[] {
  const newest = new Map<unknown, AppEvent>();
  for (const event of events) {
    const key = keyOf(event);
    newest.delete(key);
    newest.set(key, newestOf(event));
  }
  return [...newest.values()];
}

function newestOf(event: AppEvent): AppEvent {
  const [name, payload] = event;
  if (name !== 'session.appended' || payload.events.length < 2) return event;
  return [name, { ...payload, events: payload.events.slice(-1) }];
}

/** Equal for events of which the later one is enough. */
function keyOf(event: AppEvent): unknown {
  const [name, payload] = event;
  // What the user asked for is done each time.
  if (name === 'app.command') return event;
  const about = (payload ?? {}) as Readonly<Record<string, unknown>>;
  return [name, about.sessionId, about.terminalId, about.id].map(String).join(' ');
}
