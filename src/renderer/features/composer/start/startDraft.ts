import { createStore } from 'zustand/vanilla';
import type { Draft } from '#window/features/composer/draft/draft';

/**
 * The settings of the next session besides the text of its prompt; kept while the form is closed.
 */
export const startDraft = createStore<Omit<Draft, 'text'>>(() => ({
  attachments: [],
  mentions: [],
}));
