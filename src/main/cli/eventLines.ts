import type { Envelope } from '#shared/session/events';
import { eventKind } from '#shared/session/kinds/eventKinds';

/** An event as terminal lines; none for events without meaning to a reader. */
export function eventLines(event: Envelope): readonly string[] {
  const text = eventKind(event)?.line?.(event) ?? null;
  return text === null ? [] : text.split('\n').map(harmless);
}

/** Removes control characters: an agent must not move the cursor of the terminal that shows it. */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '�');
}
