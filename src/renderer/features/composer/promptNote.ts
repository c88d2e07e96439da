import type { ContentBlock } from '#shared/session/content';

/** A note for the agent with the next prompt, such as the rejected hunks. */
export interface PromptNote {
  /** A short summary. */
  readonly summary: string;
  /** Null if there is nothing to tell after all. */
  text(): Promise<string | null>;
  /** Called when a prompt with this note was accepted. */
  settle(): void;
}

/**
 * Adds the note as a separate block before the user's words, so the transcript shows both as they
 * were sent.
 */
export async function withNote(
  note: PromptNote | null,
  content: readonly ContentBlock[],
): Promise<readonly ContentBlock[]> {
  const text = await note?.text();
  return text ? [{ type: 'text', text: `${text}\n\n` }, ...content] : content;
}
