import type { AgentOption, Mode, SlashCommand } from '#shared/session/agent';
import type { SessionEvent } from '#shared/session/events';
import { identifier, type JsonRecord, recordsOf, textOr, textsOf } from '../../json';

/** The option ids of the model and the effort. */
export const MODEL_OPTION = 'model';
export const EFFORT_OPTION = 'effort';

interface Model {
  readonly value: string;
  readonly resolved: string | null;
  readonly name: string;
  readonly description: string;
  readonly efforts: readonly string[];
}

const modes: readonly Mode[] = [
  { id: 'default', name: 'Ask', description: 'Asks before editing or running anything' },
  { id: 'acceptEdits', name: 'Accept edits', description: 'Edits without asking' },
  { id: 'plan', name: 'Plan', description: 'Plans first and changes nothing' },
  { id: 'auto', name: 'Auto', description: 'A classifier decides when to ask' },
  { id: 'dontAsk', name: 'Don’t ask', description: 'Denies anything not already allowed' },
];

/** The settings of a session, as the agent last reported them. */
export class SessionSettings {
  private models: readonly Model[] = [];
  private hasAutoMode = false;
  private mode = 'default';
  private model: string | null = null;
  private effort: string | null = null;

  /** Reads the agent's answer to `initialize`. */
  introduce(answer: JsonRecord): void {
    const models = recordsOf(answer.models);
    this.models = models.flatMap(modelFrom);
    this.hasAutoMode = models.some((model) => model.supportsAutoMode === true);
    this.mode = identifier(answer.current_permission_mode) ?? this.mode;
    this.model = this.models[0]?.value ?? null;
  }

  /** Reads the model and the effort that are really in use. */
  applied({ model, effort }: JsonRecord): void {
    this.heardModel(identifier(model));
    this.effort = identifier(effort);
  }

  /** The settings with which a session begins for an agent with this introduction. */
  opened({ commands: listed }: JsonRecord): readonly SessionEvent[] {
    const events: SessionEvent[] = [this.modesUpdated()];
    if (this.models.length > 0) events.push(this.optionsUpdated());
    const commands = commandsFrom(listed);
    return commands ? [...events, commands] : events;
  }

  /** Handles a mode that the agent reported; no events if it is the current one. */
  changeMode(told: unknown): readonly SessionEvent[] {
    const mode = identifier(told);
    return mode === null || mode === this.mode ? [] : this.chooseMode(mode);
  }

  chooseMode(mode: string): readonly SessionEvent[] {
    const isListed = this.listed().some(({ id }) => id === mode);
    this.mode = mode;
    return [isListed ? { type: 'mode.changed', current: mode } : this.modesUpdated()];
  }

  /** Handles the model that a turn runs with, by its full name. */
  changeModel(told: unknown): readonly SessionEvent[] {
    const before = this.model;
    this.heardModel(identifier(told));
    return this.model === before || this.models.length === 0 ? [] : [this.optionsUpdated()];
  }

  chooseModel(value: string): readonly SessionEvent[] {
    this.model = value;
    return [this.optionsUpdated()];
  }

  chooseEffort(value: string): readonly SessionEvent[] {
    this.effort = value;
    return [this.optionsUpdated()];
  }

  private heardModel(told: string | null): void {
    if (told === null) return;
    const current = this.models.find(({ value }) => value === this.model);
    if (current?.resolved === told) return;
    const fitting = this.models.find(({ value, resolved }) => value === told || resolved === told);
    this.model = fitting?.value ?? told;
  }

  private listed(): readonly Mode[] {
    return modes.filter(({ id }) => id !== 'auto' || this.hasAutoMode || this.mode === 'auto');
  }

  private modesUpdated(): SessionEvent {
    const listed = this.listed();
    const isListed = listed.some(({ id }) => id === this.mode);
    // The current mode can be chosen only when the agent is started, so the list lacks it.
    const available = isListed ? listed : [...listed, { id: this.mode, name: this.mode }];
    return { type: 'modes.updated', available, current: this.mode };
  }

  private optionsUpdated(): SessionEvent {
    const options: AgentOption[] = [this.modelOption()];
    const efforts = this.models.find(({ value }) => value === this.model)?.efforts ?? [];
    if (this.effort !== null && efforts.length > 0) {
      const choices = efforts.map((value) => ({ value, name: value }));
      options.push({
        id: EFFORT_OPTION,
        name: 'Effort',
        category: 'thought_level',
        type: 'select',
        value: this.effort,
        groups: [{ name: null, choices }],
      });
    }
    return { type: 'options.updated', options };
  }

  private modelOption(): AgentOption {
    const choices = this.models.map(({ value, name, description }) =>
      description === '' ? { value, name } : { value, name, description },
    );
    const value = this.model ?? '';
    const isListed = choices.some((choice) => choice.value === value);
    return {
      id: MODEL_OPTION,
      name: 'Model',
      category: 'model',
      type: 'select',
      value,
      groups: [{ name: null, choices: isListed ? choices : [...choices, { value, name: value }] }],
    };
  }
}

function modelFrom(model: JsonRecord): readonly Model[] {
  const value = identifier(model.value);
  if (value === null) return [];
  return [
    {
      value,
      resolved: identifier(model.resolvedModel),
      name: textOr(model.displayName, value),
      description: textOr(model.description, ''),
      efforts: textsOf(model.supportedEffortLevels),
    },
  ];
}

/** Null when there is no list at all. */
export function commandsFrom(list: unknown): SessionEvent | null {
  if (!Array.isArray(list)) return null;
  const commands: SlashCommand[] = [];
  for (const { name, description, argumentHint } of recordsOf(list)) {
    const id = identifier(name);
    // Commands whose names begin with two underscores are internal.
    if (id === null || id.startsWith('__')) continue;
    const command = { name: id, description: textOr(description, '') };
    const hint = textOr(argumentHint, '');
    commands.push(hint === '' ? command : { ...command, hint });
  }
  return { type: 'commands.updated', commands };
}
