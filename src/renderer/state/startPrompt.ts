import type { ComponentType, KeyboardEvent, RefObject } from 'react';
import type { ContentBlock } from '#shared/session/content';

export interface StartPromptProps {
  /** The folder that the session will work on. */
  readonly folder: string;
  readonly text: string;
  readonly placeholder: string;
  readonly readOnly: boolean;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  onText(text: string): void;
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void;
}

/** The prompt of a session that has not started. The form that starts it does not handle files. */
export interface StartPrompt {
  /** The text field with its attachments. Inside a `Field`, it takes its name from there. */
  readonly Field: ComponentType<StartPromptProps>;
  /** The content to send: the text, the files that it mentions, and the attachments. */
  content(text: string, folder: string): readonly ContentBlock[];
  /** Clears the prompt after it was sent. */
  clear(): void;
}
