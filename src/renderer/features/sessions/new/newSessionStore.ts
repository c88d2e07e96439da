import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AgentId } from '#shared/ids';
import { isolations } from '#shared/session/isolation';
import { useAgents } from '#window/state/agents/agentsStore';
import { useSealAvailability } from '#window/state/agents/sealAvailability';
import { promptAgainStore } from '#window/state/layout/promptAgain';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { folderStore, rememberFolder, useCurrentFolder } from '#window/state/projects/folderStore';
import { settingsStore, useSettings } from '#window/state/settingsStore';
import {
  type ChosenIsolation,
  emptyDraft,
  type LastChoice,
  type NewSessionDraft,
  type NewSessionForm,
  resolveForm,
} from './newSessionForm';
import type { SessionChoice } from './startFromForm';

interface NewSessionState {
  /** Kept while the dialog is closed, so that Escape does not lose a half-written prompt. */
  readonly draft: NewSessionDraft;
  readonly last: LastChoice;
}

const store = createStore<NewSessionState>(() => ({
  draft: emptyDraft,
  last: readPersisted('newSession', readLast, {
    agentId: null,
    alsoAgentIds: [],
    folder: null,
    isolation: null,
  }),
}));

// A newly opened folder is a later choice than the one in the form.
folderStore.subscribe((state, previous) => {
  if (state.current !== previous.current) editDraft({ folder: null });
});

// A prompt that is sent again to other agents uses the same folder.
promptAgainStore.subscribe(takePrompt);
takePrompt(promptAgainStore.getState());

function takePrompt({ wanted }: ReturnType<typeof promptAgainStore.getState>): void {
  if (wanted !== null) editDraft({ folder: wanted.folder, prompt: wanted.prompt });
}

/** Changes the draft. Another folder has other branches. */
export function editDraft(change: Partial<NewSessionDraft>): void {
  const base = 'folder' in change ? { base: null } : {};
  store.setState(({ draft }) => ({ draft: { ...draft, ...base, ...change } }));
}

/**
 * After the start, the choices become the defaults for the next session, and the prompt is removed.
 * False: the user has begun another prompt in the meantime, which is kept.
 */
export function settleDraft(
  { agentId, alsoAgentIds, folder }: SessionChoice,
  prompt: string,
  couldSeal: boolean,
): boolean {
  const { draft, last: before } = store.getState();
  const setting = settingsStore.getState().settings.defaultIsolation;
  const isolation =
    draft.isolation === null ? before.isolation : { value: draft.isolation, couldSeal, setting };
  const last = { agentId, alsoAgentIds, folder, isolation };
  writePersisted('newSession', last);
  rememberFolder(folder);
  const isUsedUp = (draft.prompt ?? '') === prompt;
  store.setState({ draft: isUsedUp ? emptyDraft : draft, last });
  return isUsedUp;
}

export function useNewSessionForm(): NewSessionForm {
  const { draft, last } = useStore(store);
  const settings = useSettings((all) => all);
  const agents = useAgents();
  const currentFolder = useCurrentFolder();
  const seal = useSealAvailability();
  return useMemo(
    () => resolveForm(draft, last, settings, agents ?? [], currentFolder, seal),
    [draft, last, settings, agents, currentFolder, seal],
  );
}

function readLast(value: unknown): LastChoice | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { agentId, alsoAgentIds, folder, isolation } = value as Partial<
    Record<keyof LastChoice, unknown>
  >;
  return {
    agentId: typeof agentId === 'string' ? (agentId as AgentId) : null,
    alsoAgentIds: Array.isArray(alsoAgentIds)
      ? alsoAgentIds.filter((id): id is AgentId => typeof id === 'string')
      : [],
    folder: typeof folder === 'string' ? folder : null,
    isolation: readIsolation(isolation),
  };
}

function readIsolation(value: unknown): ChosenIsolation | null {
  if (typeof value !== 'object' || value === null) return null;
  const chosen = value as Partial<Record<keyof ChosenIsolation, unknown>>;
  const known = (one: unknown) => isolations.find((name) => name === one);
  const [isolation, setting] = [known(chosen.value), known(chosen.setting)];
  if (isolation === undefined || setting === undefined) return null;
  return { value: isolation, couldSeal: chosen.couldSeal === true, setting };
}
