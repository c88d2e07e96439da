import type { AgentId } from '#shared/ids';
import type { AgentChoice } from '#shared/ipc/contract';
import type { IsolationSetting, Settings } from '#shared/settings';

/** The user's changes in the dialog; null is an unchanged field. */
export interface NewSessionDraft {
  readonly agentId: AgentId | null;
  /** Further agents that get the same prompt, each in a session of its own. */
  readonly alsoAgentIds: readonly AgentId[] | null;
  readonly folder: string | null;
  readonly isolation: IsolationSetting | null;
  readonly prompt: string;
}

/** The last choices. Isolation is not remembered: giving it up is a choice for one session. */
export interface LastChoice {
  readonly agentId: AgentId | null;
  readonly alsoAgentIds: readonly AgentId[];
  readonly folder: string | null;
}

export interface NewSessionForm {
  readonly agentId: AgentId | null;
  readonly alsoAgentIds: readonly AgentId[];
  readonly folder: string;
  readonly isolation: IsolationSetting;
  readonly prompt: string;
}

export interface FormErrors {
  readonly agent?: string | undefined;
  readonly folder?: string | undefined;
}

export const emptyDraft: NewSessionDraft = {
  agentId: null,
  alsoAgentIds: null,
  folder: null,
  isolation: null,
  prompt: '',
};

/** Fills what the user left alone: the window's folder, last time's choice, then the settings. */
export function resolveForm(
  draft: NewSessionDraft,
  last: LastChoice,
  settings: Settings,
  agents: readonly AgentChoice[],
  currentFolder: string | null,
): NewSessionForm {
  const wanted = [draft.agentId, last.agentId, settings.defaultAgent];
  const known = wanted.flatMap((id) => agents.filter((agent) => agent.id === id));
  const agentId = known[0]?.id ?? agents[0]?.id ?? null;
  const alsoWanted = draft.alsoAgentIds ?? last.alsoAgentIds;
  return {
    agentId,
    alsoAgentIds: agents
      .map(({ id }) => id)
      .filter((id) => id !== agentId && alsoWanted.includes(id)),
    folder: draft.folder ?? currentFolder ?? last.folder ?? '',
    isolation: draft.isolation ?? settings.defaultIsolation,
    prompt: draft.prompt,
  };
}

/** Main checks that the folder is there; here is only what can be known without asking. */
export function validateForm(form: NewSessionForm): FormErrors {
  return {
    ...(form.agentId === null && { agent: 'Choose an agent.' }),
    ...(!isAbsolutePath(form.folder) && {
      folder:
        form.folder.trim() === ''
          ? 'Choose a folder to work on.'
          : 'Enter the full path of a folder.',
    }),
  };
}

export function isComplete(form: NewSessionForm): boolean {
  return form.agentId !== null && isAbsolutePath(form.folder);
}

function isAbsolutePath(path: string): boolean {
  return /^(?:\/|~(?:$|[/\\])|[a-z]:[/\\]|\\\\)/i.test(path.trim());
}
