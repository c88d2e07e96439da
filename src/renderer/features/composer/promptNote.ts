import type { ContentBlock } from '#shared/session/content';

/** Something that the agent is to hear with the next prompt, such as what was refused of its work. */
export interface PromptNote {
  /** In a few words. */
  readonly summary: string;
  /** Null if there is nothing to tell after all. */
  text(): Promise<string | null>;
  /** The prompt that carried it was taken. */
  settle(): void;
}

/** A block of its own before the user's words: both stand in the transcript as they were sent. */
export async function withNote(
  note: PromptNote | null,
  content: readonly ContentBlock[],
): Promise<readonly ContentBlock[]> {
  const text = await note?.text();
  return text ? [{ type: 'text', text: `${text}\n\n` }, ...content] : content;
}
