import type { AgentOption } from '#shared/session/agent';
import type { SessionEvent } from '#shared/session/events';
import type { JsonRecord } from '../../json';
import { type Modes, modelsFromWire, modesFromWire, optionsFromWire } from './options';

/** The request that sets an option: an old agent's model has its own request. */
export type OptionRoute = 'config' | 'legacy-model';

/**
 * The options of one session. If they include a mode or a model, the older `modes` and `models` are
 * ignored.
 */
export class SessionOptions {
  private modes: Modes | null = null;
  private config: readonly AgentOption[] = [];
  private legacyModel: AgentOption | null = null;

  /** Reads the answer that opened the session. */
  open(answer: JsonRecord): readonly SessionEvent[] {
    const config = optionsFromWire(answer.configOptions);
    this.config = config ?? [];
    const modes = modesFromWire(answer.modes);
    this.modes = modes && !this.offersModes(modes) ? modes : null;
    this.legacyModel = this.hasCategory('model') ? null : modelsFromWire(answer.models);
    const events: SessionEvent[] = [];
    if (this.modes) events.push({ type: 'modes.updated', ...this.modes });
    if (config !== null || this.legacyModel) events.push(this.updated());
    return events;
  }

  /** Reads a list of options; null when it is not a list. */
  configure(value: unknown): SessionEvent | null {
    const received = optionsFromWire(value);
    if (received === null) return null;
    this.config = isPartial(received, this.config) ? merged(this.config, received) : received;
    return this.updated();
  }

  hasMode(modeId: string): boolean {
    return (
      this.modes?.available.some(({ id }) => id === modeId) === true ||
      this.config.some((option) => option.category === 'mode' && valuesOf(option).includes(modeId))
    );
  }

  changeMode(modeId: string): SessionEvent {
    const option = this.config.find(
      (candidate) => candidate.category === 'mode' && candidate.type === 'select',
    );
    if (!option) return { type: 'mode.changed', current: modeId };
    return this.choose(option.id, modeId);
  }

  /** Handles an old agent's report of the model that it uses now. */
  changeModel(modelId: string): SessionEvent {
    const option = this.config.find(({ category }) => category === 'model');
    return this.choose(option?.id ?? this.legacyModel?.id ?? 'model', modelId);
  }

  /** Applies a choice that the agent confirmed without sending a list. */
  choose(optionId: string, value: string | boolean): SessionEvent {
    if (this.routeOf(optionId) === 'legacy-model' && this.legacyModel) {
      this.legacyModel = withValue(this.legacyModel, value);
    } else {
      this.config = this.config.map((option) =>
        option.id === optionId ? withValue(option, value) : option,
      );
    }
    return this.updated();
  }

  routeOf(optionId: string): OptionRoute {
    return optionId === this.legacyModel?.id && !this.config.some(({ id }) => id === optionId)
      ? 'legacy-model'
      : 'config';
  }

  /**
   * Whether the options include the modes: an agent that offers both means the same, whatever it
   * calls the option.
   */
  private offersModes({ available }: Modes): boolean {
    const ids = available.map(({ id }) => id);
    const isSame = (option: AgentOption) => {
      const values = valuesOf(option);
      return values.length === ids.length && ids.every((id) => values.includes(id));
    };
    return this.hasCategory('mode') || this.config.some(isSame);
  }

  private hasCategory(category: string): boolean {
    return this.config.some((option) => option.category === category || option.id === category);
  }

  private updated(): SessionEvent {
    const options = this.legacyModel ? [...this.config, this.legacyModel] : this.config;
    return { type: 'options.updated', options };
  }
}

function valuesOf(option: AgentOption): readonly string[] {
  if (option.type !== 'select') return [];
  return option.groups.flatMap(({ choices }) => choices.map(({ value }) => value));
}

function withValue(option: AgentOption, value: string | boolean): AgentOption {
  if (option.type === 'select') return typeof value === 'string' ? { ...option, value } : option;
  return typeof value === 'boolean' ? { ...option, value } : option;
}

/**
 * Whether the list is partial. The protocol requires a complete list, but careless agents send only
 * the option that changed.
 */
function isPartial(received: readonly AgentOption[], known: readonly AgentOption[]): boolean {
  const [only] = received;
  return received.length === 1 && known.length > 1 && known.some(({ id }) => id === only?.id);
}

function merged(
  known: readonly AgentOption[],
  received: readonly AgentOption[],
): readonly AgentOption[] {
  return known.map((option) => received.find(({ id }) => id === option.id) ?? option);
}
