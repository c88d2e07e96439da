import type { Heard } from '#main/agents/wires/heard';

/** What was said, by whom; of what is no text, its type. */
export const words = (events: readonly Heard[]) =>
  events.map((event) =>
    event.type === 'message.appended' && event.content.type === 'text'
      ? `${event.role}: ${event.content.text}`
      : event.type,
  );
