import type { AgentOption, Mode, OptionChoice } from '#shared/session/agent';
import { identifier, isRecord, type JsonRecord, type Mutable, recordsOf, textOr } from '../../json';
import { IDENTIFIER_LENGTH } from '../../limits';

export interface Modes {
  readonly available: readonly Mode[];
  readonly current: string;
}

/** Null when there is no list at all; entries that cannot be parsed are left out. */
export function optionsFromWire(value: unknown): readonly AgentOption[] | null {
  if (!Array.isArray(value)) return null;
  const options = new Map<string, AgentOption>();
  for (const item of recordsOf(value)) {
    const option = optionFromWire(item);
    // An option that is offered twice counts once; the later offer is newer.
    if (option !== null) options.set(option.id, option);
  }
  return [...options.values()];
}

function optionFromWire(value: JsonRecord): AgentOption | null {
  const id = identifier(value.id);
  if (id === null) return null;
  const common: Mutable<Pick<AgentOption, 'id' | 'name' | 'description' | 'category'>> = {
    id,
    name: textOr(value.name, id),
  };
  if (typeof value.description === 'string') common.description = value.description;
  if (typeof value.category === 'string') common.category = value.category;
  const current = value.currentValue;
  if (value.type === 'boolean') {
    return typeof current === 'boolean' ? { ...common, type: 'boolean', value: current } : null;
  }
  if (value.type !== 'select' || !isValue(current)) return null;
  return { ...common, type: 'select', value: current, groups: groupsFromWire(value.options) };
}

/**
 * Whether a value can be chosen: values are sent back unchanged, so one that is too long to keep
 * cannot.
 */
function isValue(value: unknown): value is string {
  return typeof value === 'string' && value.length <= IDENTIFIER_LENGTH;
}

/** Reads choices that are flat, in groups, or (from careless agents) mixed. */
function groupsFromWire(
  value: unknown,
): readonly { readonly name: string | null; readonly choices: readonly OptionChoice[] }[] {
  const groups: { name: string | null; choices: OptionChoice[] }[] = [];
  for (const item of recordsOf(value)) {
    if (Array.isArray(item.options)) {
      const name = textOr(item.name, textOr(item.group, ''));
      groups.push({ name, choices: choicesFromWire(item.options) });
      continue;
    }
    const last = groups.at(-1);
    const choices = choicesFromWire([item]);
    if (last?.name === null) last.choices.push(...choices);
    else groups.push({ name: null, choices });
  }
  return groups.filter((group) => group.choices.length > 0);
}

function choicesFromWire(list: readonly unknown[]): OptionChoice[] {
  const choices: OptionChoice[] = [];
  for (const item of recordsOf(list)) {
    const { value } = item;
    if (isValue(value)) choices.push(named({ value }, item.name, value, item.description));
  }
  return choices;
}

/** Null when there are none to choose from. */
export function modesFromWire(value: unknown): Modes | null {
  if (!isRecord(value)) return null;
  const available: Mode[] = [];
  for (const item of recordsOf(value.availableModes)) {
    const id = identifier(item.id);
    if (id !== null) available.push(named({ id }, item.name, id, item.description));
  }
  const current = identifier(value.currentModeId) ?? available[0]?.id;
  return available.length === 0 || current === undefined ? null : { available, current };
}

/**
 * Reads the list of models that agents sent before there were options; old agents still send it.
 */
export function modelsFromWire(value: unknown): AgentOption | null {
  if (!isRecord(value)) return null;
  const choices: OptionChoice[] = [];
  for (const item of recordsOf(value.availableModels)) {
    const id = identifier(item.modelId) ?? identifier(item.id);
    if (id !== null) choices.push(named({ value: id }, item.name, id, item.description));
  }
  const current = identifier(value.currentModelId) ?? choices[0]?.value;
  if (choices.length === 0 || current === undefined) return null;
  return {
    id: 'model',
    name: 'Model',
    category: 'model',
    type: 'select',
    value: current,
    groups: [{ name: null, choices }],
  };
}

function named<T extends object>(
  thing: T,
  name: unknown,
  otherwise: string,
  description: unknown,
): T & { name: string; description?: string } {
  const result = { ...thing, name: textOr(name, otherwise) };
  return typeof description === 'string' ? { ...result, description } : result;
}
