import type { AgentOption, Mode, OptionChoice } from '#shared/session/agent';
import type { SessionEvent } from '#shared/session/events';
import { identifier, isRecord, type JsonRecord, recordsOf, textOr } from '../../json';

export interface CodexModel {
  readonly value: string;
  readonly choice: OptionChoice;
  readonly efforts: readonly OptionChoice[];
  readonly defaultEffort: string | null;
}

/** What can be chosen in any thread of one Codex. */
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

/** The pairs of policy and sandbox that Codex itself offers as one choice. */
const presets: readonly Preset[] = [
  {
    id: 'read-only',
    name: 'Read only',
    description: 'Asks before it edits or runs anything that writes',
    settings: {
      approvalPolicy: 'on-request',
      sandboxPolicy: { type: 'readOnly', networkAccess: false },
    },
    sandboxes: ['readOnly', 'read-only'],
  },
  {
    id: 'workspace-write',
    name: 'Workspace',
    description: 'Edits the folder without asking, and asks for what lies beyond it',
    settings: { approvalPolicy: 'on-request', sandboxPolicy: workspaceWrite },
    sandboxes: ['workspaceWrite', 'workspace-write'],
  },
  {
    id: 'full-access',
    name: 'Full access',
    description: 'Runs without a sandbox and never asks',
    settings: { approvalPolicy: 'never', sandboxPolicy: { type: 'dangerFullAccess' } },
    sandboxes: ['dangerFullAccess', 'danger-full-access'],
  },
];

const CUSTOM: Mode = {
  id: 'custom',
  name: 'As configured',
  description: 'From Codex’s own settings',
};

export const MODEL_OPTION = 'model';
export const EFFORT_OPTION = 'effort';
export const COLLABORATION_OPTION = 'collaboration_mode';

/** What can be set in one thread, as Codex last said it stands. */
export class ThreadSettings {
  private mode = CUSTOM.id;
  private model = '';
  private effort: string | null = null;
  private collaboration = 'default';

  constructor(private readonly choices: CodexChoices) {}

  /** Takes in what Codex said, with the answer that opened the thread or later. */
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

  /** What to send for a mode; null for one that cannot be chosen. */
  modeChange(id: string): JsonRecord | null {
    return presets.find((preset) => preset.id === id)?.settings ?? null;
  }

  /** What to send for an option; null for one that is not there. */
  optionChange(id: string, value: string | boolean): JsonRecord | null {
    if (typeof value !== 'string') return null;
    switch (id) {
      case MODEL_OPTION:
        return { model: value };
      case EFFORT_OPTION:
        return { effort: value };
      case COLLABORATION_OPTION:
        return {
          collaborationMode: {
            mode: value,
            settings: {
              model: this.model,
              reasoning_effort: this.effort,
              developer_instructions: null,
            },
          },
        };
      default:
        return null;
    }
  }

  /** Takes in what was sent, for versions that do not repeat it. */
  chosen(change: JsonRecord): void {
    const preset = presets.find(({ settings }) => settings === change);
    if (preset) this.mode = preset.id;
    this.model = textOr(change.model, this.model);
    this.effort = textOr(change.effort, this.effort);
    if (isRecord(change.collaborationMode)) {
      this.collaboration = textOr(change.collaborationMode.mode, this.collaboration);
    }
  }

  private options(): readonly AgentOption[] {
    const { models, collaborations } = this.choices;
    const model = models.find(({ value }) => value === this.model);
    const effort = this.effort ?? model?.defaultEffort ?? null;
    const options = [
      select(
        MODEL_OPTION,
        'Model',
        'model',
        this.model,
        models.map(({ choice }) => choice),
      ),
    ];
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
  // A model of the user's own stands in no list.
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
