import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import { openDialog } from './dialogStore';

/** A prompt that was sent in one session and is to be given to other agents, too. */
export interface PromptAgain {
  readonly from: SessionId;
  readonly folder: string;
  readonly prompt: string;
}

/** Taken by the form that starts sessions. */
export const promptAgainStore = createStore<{ readonly wanted: PromptAgain | null }>(() => ({
  wanted: null,
}));

/** Opens the form for new sessions with a prompt in it. They are shown as one set with the first. */
export function runPromptAgain(wanted: PromptAgain): void {
  promptAgainStore.setState({ wanted });
  openDialog('newSession');
}
