import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import { openDialog } from './dialogStore';

/** A prompt from one session that should be given to other agents, too. */
export interface PromptAgain {
  readonly from: SessionId;
  readonly folder: string;
  readonly prompt: string;
}

/** The form that starts sessions takes the prompt from here. */
export const promptAgainStore = createStore<{ readonly wanted: PromptAgain | null }>(() => ({
  wanted: null,
}));

/** Opens the form for new sessions with a prompt. The new sessions form a set with the first. */
export function runPromptAgain(wanted: PromptAgain): void {
  promptAgainStore.setState({ wanted });
  openDialog('newSession');
}
