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

/** The prompt of a session that has not started: the form that starts it does not know of files. */
export interface StartPrompt {
  /** The text field, with what is attached to it. Inside a `Field` it takes its name from there. */
  readonly Field: ComponentType<StartPromptProps>;
  /** What is sent: the text, the files that it mentions, and what is attached. */
  content(text: string, folder: string): readonly ContentBlock[];
  /** The prompt was sent. */
  clear(): void;
}
