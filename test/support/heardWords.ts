import type { Heard } from '#main/agents/wires/heard';

/** The messages with their speakers; for content that is not text, its type. */
export const words = (events: readonly Heard[]) =>
  events.map((event) =>
    event.type === 'message.appended' && event.content.type === 'text'
      ? `${event.role}: ${event.content.text}`
      : event.type,
  );
