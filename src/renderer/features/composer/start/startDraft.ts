import { createStore } from 'zustand/vanilla';
import type { Draft } from '#window/features/composer/draft/draft';

/** What belongs to the prompt of the next session beside its text; kept while the form is closed. */
export const startDraft = createStore<Omit<Draft, 'text'>>(() => ({
  attachments: [],
  mentions: [],
}));
