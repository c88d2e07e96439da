import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AgentId } from '#shared/ids';
import { useAgents } from '#window/state/agentsStore';
import { folderStore, rememberFolder, useCurrentFolder } from '#window/state/folderStore';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { useSettings } from '#window/state/settingsStore';
import {
  emptyDraft,
  type LastChoice,
  type NewSessionDraft,
  type NewSessionForm,
  resolveForm,
} from './newSessionForm';
import type { SessionChoice } from './startFromForm';

interface NewSessionState {
  /** Kept while the dialog is closed: Escape does not lose a half-written prompt. */
  readonly draft: NewSessionDraft;
  readonly last: LastChoice;
}

const store = createStore<NewSessionState>(() => ({
  draft: emptyDraft,
  last: readPersisted('newSession', readLast, {
    agentId: null,
    alsoAgentIds: [],
    folder: null,
  }),
}));

// Opening another folder is a newer choice than what the form held.
folderStore.subscribe((state, previous) => {
  if (state.current !== previous.current) editDraft({ folder: null });
});

export function editDraft(change: Partial<NewSessionDraft>): void {
  store.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}

/** The session started: its prompt is used up, its choices are the next one's first guess. */
export function settleDraft({ agentId, alsoAgentIds, folder }: SessionChoice): void {
  const last = { agentId, alsoAgentIds, folder };
  writePersisted('newSession', last);
  rememberFolder(folder);
  store.setState({ draft: emptyDraft, last });
}

export function useNewSessionForm(): NewSessionForm {
  const { draft, last } = useStore(store);
  const settings = useSettings((all) => all);
  const agents = useAgents();
  const currentFolder = useCurrentFolder();
  return useMemo(
    () => resolveForm(draft, last, settings, agents ?? [], currentFolder),
    [draft, last, settings, agents, currentFolder],
  );
}

function readLast(value: unknown): LastChoice | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { agentId, alsoAgentIds, folder } = value as Partial<Record<keyof LastChoice, unknown>>;
  return {
    agentId: typeof agentId === 'string' ? (agentId as AgentId) : null,
    alsoAgentIds: Array.isArray(alsoAgentIds)
      ? alsoAgentIds.filter((id): id is AgentId => typeof id === 'string')
      : [],
    folder: typeof folder === 'string' ? folder : null,
  };
}
