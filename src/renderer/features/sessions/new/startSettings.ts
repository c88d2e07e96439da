import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AgentId } from '#shared/ids';
import type { StartSetting } from '#shared/session/commands';

/** The name under which the choice among an agent's modes is kept. */
const MODE = '';

type Chosen = Readonly<Record<AgentId, Readonly<Record<string, string>>>>;

/** What the user chose for the next start of each agent; kept until they choose something else. */
const store = createStore<Chosen>(() => ({}));

/** Undefined: the agent's own choice. */
export function useStartChoice(id: AgentId, optionId: string | null): string | undefined {
  return useStore(store, (chosen) => chosen[id]?.[optionId ?? MODE]);
}

export function chooseAtStart(id: AgentId, optionId: string | null, value: string | null): void {
  const { [optionId ?? MODE]: _, ...others } = store.getState()[id] ?? {};
  store.setState({
    [id]: value === null ? others : { ...others, [optionId ?? MODE]: value },
  });
}

export function startSettings(id: AgentId): readonly StartSetting[] {
  return Object.entries(store.getState()[id] ?? {}).map(([optionId, value]) =>
    optionId === MODE
      ? { type: 'mode.set', modeId: value }
      : { type: 'option.set', optionId, value },
  );
}
