import type { AgentOption, ChosenSettings, Mode, OptionChoice } from '#shared/session/agent';
import type { SessionEvent } from '#shared/session/events';
import { identifier, isRecord, type JsonRecord, recordsOf, textOr } from '../../json';

export interface CodexModel {
  readonly value: string;
  readonly choice: OptionChoice;
  readonly efforts: readonly OptionChoice[];
  readonly defaultEffort: string | null;
}

/** The choices that this Codex offers in every thread. */
export interface CodexChoices {
  readonly models: readonly CodexModel[];
  readonly collaborations: readonly OptionChoice[];
}

interface Preset extends Mode {
  readonly settings: JsonRecord;
  readonly sandboxes: readonly string[];
}

const workspaceWrite = {
  type: 'workspaceWrite',
  writableRoots: [],
  networkAccess: false,
  excludeTmpdirEnvVar: false,
  excludeSlashTmp: false,
};

/** The mode in which nothing is written without asking. */
export const READ_ONLY = 'read-only';

/** The pairs of policy and sandbox that Codex itself offers as one choice. */
const presets: readonly Preset[] = [
  {
    id: READ_ONLY,
    name: 'Read only',
    description: 'Asks before editing or running anything that writes',
    settings: {
      approvalPolicy: 'on-request',
      sandboxPolicy: { type: 'readOnly', networkAccess: false },
    },
    sandboxes: ['readOnly', 'read-only'],
  },
  {
    id: 'workspace-write',
    name: 'Workspace',
    description: 'Edits the folder without asking; asks before going outside it',
    settings: { approvalPolicy: 'on-request', sandboxPolicy: workspaceWrite },
    sandboxes: ['workspaceWrite', 'workspace-write', 'externalSandbox'],
  },
  {
    id: 'full-access',
    name: 'Full access',
    description: 'Runs without a sandbox and never asks',
    settings: { approvalPolicy: 'never', sandboxPolicy: { type: 'dangerFullAccess' } },
    sandboxes: ['dangerFullAccess', 'danger-full-access', 'externalSandbox'],
  },
];

const CUSTOM: Mode = {
  id: 'custom',
  name: 'As configured',
  description: 'From Codex’s own settings',
};

const MODEL_OPTION = 'model';
const EFFORT_OPTION = 'effort';
const COLLABORATION_OPTION = 'collaboration_mode';

/** The user's earlier choices in the format of a request for a turn. */
export function settingsToWire({ mode, options = {} }: ChosenSettings): JsonRecord {
  const { model, effort } = options;
  return {
    ...presets.find(({ id }) => id === mode)?.settings,
    ...(typeof model === 'string' && { model }),
    ...(typeof effort === 'string' && { effort }),
  };
}

/** The settings of one thread, as Codex last reported them. */
export class ThreadSettings {
  private mode = CUSTOM.id;
  private model = '';
  private effort: string | null = null;
  private collaboration = 'default';

  constructor(private readonly choices: CodexChoices) {}

  /** Reads settings that Codex reports, in the answer that opened the thread or later. */
  hear(told: JsonRecord): void {
    const sandbox = isRecord(told.sandboxPolicy ?? told.sandbox)
      ? ((told.sandboxPolicy ?? told.sandbox) as JsonRecord).type
      : told.sandbox;
    this.mode =
      presets.find(
        ({ settings, sandboxes }) =>
          settings.approvalPolicy === told.approvalPolicy &&
          sandboxes.includes(textOr(sandbox, '')),
      )?.id ?? CUSTOM.id;
    this.model = textOr(told.model, this.model);
    const effort = told.effort ?? told.reasoningEffort;
    if (effort === null || typeof effort === 'string') this.effort = effort;
    if (isRecord(told.collaborationMode)) {
      this.collaboration = textOr(told.collaborationMode.mode, this.collaboration);
    }
  }

  events(): readonly SessionEvent[] {
    return [
      {
        type: 'modes.updated',
        available: [
          ...presets.map(({ id, name, description }) =>
            description === undefined ? { id, name } : { id, name, description },
          ),
          ...(this.mode === CUSTOM.id ? [CUSTOM] : []),
        ],
        current: this.mode,
      },
      { type: 'options.updated', options: this.options() },
    ];
  }

  /** The request for a mode; null if it cannot be chosen. */
  modeChange(id: string): JsonRecord | null {
    return presets.find((preset) => preset.id === id)?.settings ?? null;
  }

  /** The request for an option; null if there is no such option or value. */
  optionChange(id: string, value: string | boolean): JsonRecord | null {
    if (typeof value !== 'string') return null;
    switch (id) {
      case MODEL_OPTION:
        return { model: value };
      case EFFORT_OPTION:
        return { effort: value };
      case COLLABORATION_OPTION:
        return { collaborationMode: this.collaborationMode(value) };
      default:
        return null;
    }
  }

  collaborationMode(mode = this.collaboration): JsonRecord {
    const { model, effort } = this;
    const settings = { model, reasoning_effort: effort, developer_instructions: null };
    return { mode, settings };
  }

  /** Remembers a change that we sent, for versions that do not report it back. */
  chosen(change: JsonRecord): void {
    const preset = presets.find(({ settings }) => settings.sandboxPolicy === change.sandboxPolicy);
    if (preset) this.mode = preset.id;
    this.model = textOr(change.model, this.model);
    this.effort = textOr(change.effort, this.effort);
    if (isRecord(change.collaborationMode)) {
      this.collaboration = textOr(change.collaborationMode.mode, this.collaboration);
    }
  }

  /** Applies the user's earlier choices, and returns them in the format of a request for a turn. */
  takeUp(before: ChosenSettings): JsonRecord {
    const change = settingsToWire(before);
    this.chosen(change);
    const mode = before.options?.[COLLABORATION_OPTION];
    const together = mode === undefined ? null : this.optionChange(COLLABORATION_OPTION, mode);
    if (together !== null) this.chosen(together);
    return { ...change, ...together };
  }

  private options(): readonly AgentOption[] {
    const { models, collaborations } = this.choices;
    const model = models.find(({ value }) => value === this.model);
    const effort = this.effort ?? model?.defaultEffort ?? null;
    const options: AgentOption[] = [];
    if (models.length > 0 || this.model !== '') {
      const choices = models.map(({ choice }) => choice);
      options.push(select(MODEL_OPTION, 'Model', 'model', this.model, choices));
    }
    if (model && effort !== null && model.efforts.length > 0) {
      options.push(select(EFFORT_OPTION, 'Effort', 'thought_level', effort, model.efforts));
    }
    if (collaborations.length > 1) {
      const { collaboration } = this;
      options.push(
        select(
          COLLABORATION_OPTION,
          'Collaboration',
          'collaboration',
          collaboration,
          collaborations,
        ),
      );
    }
    return options;
  }
}

function select(
  id: string,
  name: string,
  category: string,
  value: string,
  choices: readonly OptionChoice[],
): AgentOption {
  // A model that the user configured may not be in the list.
  const isListed = value === '' || choices.some((choice) => choice.value === value);
  const listed = isListed ? choices : [...choices, { value, name: value }];
  return { id, name, category, type: 'select', value, groups: [{ name: null, choices: listed }] };
}

export function modelsFrom(answer: JsonRecord): readonly CodexModel[] {
  return recordsOf(answer.data).flatMap((item) => {
    const value = identifier(item.model) ?? identifier(item.id);
    if (value === null || item.hidden === true) return [];
    const description = textOr(item.description, '');
    const choice = { value, name: textOr(item.displayName, value) };
    return [
      {
        value,
        choice: description === '' ? choice : { ...choice, description },
        efforts: recordsOf(item.supportedReasoningEfforts).flatMap(effortFrom),
        defaultEffort: identifier(item.defaultReasoningEffort),
      },
    ];
  });
}

function effortFrom({ reasoningEffort, description }: JsonRecord): readonly OptionChoice[] {
  const value = identifier(reasoningEffort);
  if (value === null) return [];
  const choice = { value, name: value };
  return [typeof description === 'string' ? { ...choice, description } : choice];
}

export function collaborationsFrom(answer: JsonRecord): readonly OptionChoice[] {
  return recordsOf(answer.data).flatMap(({ mode, name }) => {
    const value = identifier(mode);
    return value === null ? [] : [{ value, name: textOr(name, value) }];
  });
}
