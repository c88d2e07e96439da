import { promptContent } from '#window/features/composer/promptContent';
import type { StartPrompt } from '#window/state/startPrompt';
import { StartPromptField } from './StartPromptField';
import { startDraft } from './startDraft';

export const startPrompt: StartPrompt = {
  Field: StartPromptField,
  // It is not known yet what the agent accepts, so texts are sent as text.
  content: (text, folder) =>
    promptContent({ ...startDraft.getState(), text }, folder.trim(), undefined),
  clear: () => startDraft.setState({ attachments: [], mentions: [] }),
};
