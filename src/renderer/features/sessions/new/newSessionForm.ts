import type { AgentId } from '#shared/ids';
import type { AgentChoice } from '#shared/ipc/agents';
import type { SealAvailability } from '#shared/seal';
import { worksInCopy } from '#shared/session/isolation';
import type { IsolationSetting, Settings } from '#shared/settings';

/** The user's changes in the dialog; null is an unchanged field. */
export interface NewSessionDraft {
  readonly agentId: AgentId | null;
  /** Further agents that get the same prompt, each in a session of its own. */
  readonly alsoAgentIds: readonly AgentId[] | null;
  readonly folder: string | null;
  readonly isolation: IsolationSetting | null;
  /** The branch or tag that the copy begins from, by its full name. */
  readonly base: string | null;
  readonly prompt: string;
}

/** The choices of the last session. */
export interface LastChoice {
  readonly agentId: AgentId | null;
  readonly alsoAgentIds: readonly AgentId[];
  readonly folder: string | null;
  readonly isolation: ChosenIsolation | null;
}

/**
 * The user's choice, with the circumstances of the choice: it is valid while these stay the same.
 */
export interface ChosenIsolation {
  readonly value: IsolationSetting;
  readonly couldSeal: boolean;
  readonly setting: IsolationSetting;
}

export interface NewSessionForm {
  readonly agentId: AgentId | null;
  readonly alsoAgentIds: readonly AgentId[];
  readonly folder: string;
  readonly isolation: IsolationSetting;
  /** Null: the user's files as they are, which in place they always are. */
  readonly base: string | null;
  readonly prompt: string;
}

export interface FormErrors {
  readonly agent?: string | undefined;
  readonly folder?: string | undefined;
  readonly isolation?: string | undefined;
}

export const emptyDraft: NewSessionDraft = {
  agentId: null,
  alsoAgentIds: null,
  folder: null,
  isolation: null,
  base: null,
  prompt: '',
};

/**
 * Completes the unchanged fields: from the window's folder, the last choice, and then the settings.
 */
export function resolveForm(
  draft: NewSessionDraft,
  last: LastChoice,
  settings: Settings,
  agents: readonly AgentChoice[],
  currentFolder: string | null,
  seal: SealAvailability | null,
): NewSessionForm {
  const wanted = [draft.agentId, last.agentId, settings.defaultAgent];
  // The user's choice in this form stays. An agent whose program is missing is never a default.
  const isThere = ({ id, finding }: AgentChoice) =>
    id === draft.agentId || finding === null || finding.path !== null;
  const known = wanted.flatMap((id) => agents.filter((agent) => agent.id === id));
  const agentId =
    known.find(isThere)?.id ?? agents.find(isThere)?.id ?? known[0]?.id ?? agents[0]?.id ?? null;
  const alsoWanted = draft.alsoAgentIds ?? last.alsoAgentIds;
  const isolation =
    draft.isolation ?? remembered(last, settings, seal) ?? settings.defaultIsolation;
  return {
    agentId,
    alsoAgentIds: agents
      .map(({ id }) => id)
      .filter((id) => id !== agentId && alsoWanted.includes(id)),
    folder: draft.folder ?? currentFolder ?? last.folder ?? '',
    isolation,
    base: worksInCopy(isolation) ? draft.base : null,
    prompt: draft.prompt,
  };
}

/**
 * The remembered isolation. A choice that was made while nothing could be sealed is not a choice
 * against the seal.
 */
function remembered(
  { isolation }: LastChoice,
  settings: Settings,
  seal: SealAvailability | null,
): IsolationSetting | null {
  if (isolation === null || isolation.setting !== settings.defaultIsolation) return null;
  return isolation.couldSeal === canSeal(seal) ? isolation.value : null;
}

/** Sealed can be chosen until main has answered: nothing is started without a seal. */
export function canSeal(seal: SealAvailability | null): boolean {
  return seal?.available ?? true;
}

/** Checks what can be known without asking main, which checks that the folder exists. */
export function validateForm(form: NewSessionForm, seal: SealAvailability | null): FormErrors {
  return {
    ...(form.agentId === null && { agent: 'Choose an agent.' }),
    ...(!isAbsolutePath(form.folder) && {
      folder:
        form.folder.trim() === ''
          ? 'Choose a folder to work on.'
          : 'Enter the full path of a folder.',
    }),
    ...(form.isolation === 'sealed' &&
      !canSeal(seal) && { isolation: 'Choose Isolated or In place: nothing can be sealed here.' }),
  };
}

export function isComplete(form: NewSessionForm): boolean {
  return form.agentId !== null && isAbsolutePath(form.folder);
}

function isAbsolutePath(path: string): boolean {
  return /^(?:\/|~(?:$|[/\\])|[a-z]:[/\\]|\\\\)/i.test(path.trim());
}
