import type { EntryId } from '#shared/ids';
import { entryId, type KeptEntry, type SettingEntry } from './entries';
import type { Envelope } from './events';
import type { KeptState, SessionHead } from './state';

interface Setting {
  readonly option: string;
  readonly label: string;
  readonly value: string;
  /** The agent's name for the value. */
  readonly name: string;
}

/**
 * Adds notes to the transcript when the agent switches to another mode or model. They are derived
 * from the head before and after, so agents and logs need not report them.
 */
export function noteSettings(state: KeptState, before: SessionHead, event: Envelope): EntryId[] {
  if (before.turnCount === 0 || !canChangeSettings(event)) return [];
  const known = settingsOf(before);
  return settingsOf(state.head).flatMap((setting) => {
    const former = known.find(({ option }) => option === setting.option);
    // Some agents give two values one name, such as a default and what it stands for.
    if (former === undefined || former.name === setting.name) return [];
    return note(state, former, setting, event);
  });
}

function canChangeSettings({ type }: Envelope): boolean {
  return type === 'mode.changed' || type === 'modes.updated' || type === 'options.updated';
}

/** Trying several values in a row leaves one note. */
function note(state: KeptState, former: Setting, now: Setting, event: Envelope): EntryId {
  const last = lastNote(state, now.option);
  const id = last?.id ?? entryId('setting', `${now.option}:${event.seq}`);
  if (last === undefined) state.order.push(id);
  state.entries.set(id, {
    kind: 'setting',
    id,
    turnId: state.head.turn?.turnId ?? null,
    at: last?.at ?? event.at,
    updatedAt: event.at,
    option: now.option,
    label: now.label,
    from: last?.from ?? former.name,
    to: now.name,
  });
  return id;
}

function lastNote(state: KeptState, option: string): SettingEntry | undefined {
  const id = state.order.at(-1);
  const entry: KeptEntry | undefined = id === undefined ? undefined : state.entries.get(id);
  const isOpen = entry?.kind === 'setting' && entry.from !== entry.to;
  return isOpen && entry.option === option ? entry : undefined;
}

function settingsOf({ modes, options }: SessionHead): readonly Setting[] {
  const settings = options.flatMap((option): Setting[] => {
    if (option.type !== 'select') return [];
    if (option.category !== 'mode' && option.category !== 'model') return [];
    const choices = option.groups.flatMap((group) => group.choices);
    const name = choices.find(({ value }) => value === option.value)?.name ?? option.value;
    return [{ option: option.id, label: option.name, value: option.value, name }];
  });
  // An agent that offers its modes in both ways means the same by them.
  if (modes === null || options.some(({ category }) => category === 'mode')) return settings;
  const name = modes.available.find(({ id }) => id === modes.current)?.name ?? modes.current;
  return [{ option: 'mode', label: 'Mode', value: modes.current, name }, ...settings];
}
