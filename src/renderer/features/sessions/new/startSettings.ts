import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AgentId } from '#shared/ids';
import type { StartSetting } from '#shared/session/commands';

/** The key for the choice among an agent's modes. */
const MODE = '';

/** More sessions of one agent than anybody would compare. */
export const MAX_VARIANTS = 8;

/** Keyed by the option's id. For a missing option, the agent chooses. */
type Variant = Readonly<Record<string, string>>;

/**
 * The user's choices for the next start of each agent, kept until they change them. Each variant is
 * a session of its own.
 */
const store = createStore<Readonly<Record<AgentId, readonly Variant[]>>>(() => ({}));

const ONE: readonly Variant[] = [{}];

export function useVariants(id: AgentId): readonly Variant[] {
  return useStore(store, (chosen) => chosen[id] ?? ONE);
}

/** How many sessions are started for these agents. */
export function useSessionCount(ids: readonly AgentId[]): number {
  return useStore(store, (chosen) => ids.reduce((sum, id) => sum + (chosen[id] ?? ONE).length, 0));
}

/** Undefined: the agent's own choice. */
export function choiceIn(variant: Variant, optionId: string | null): string | undefined {
  return variant[optionId ?? MODE];
}

export function chooseAtStart(
  id: AgentId,
  index: number,
  optionId: string | null,
  value: string | null,
): void {
  change(id, (variants) =>
    variants.map((variant, at) => {
      if (at !== index) return variant;
      const { [optionId ?? MODE]: _, ...others } = variant;
      return value === null ? others : { ...others, [optionId ?? MODE]: value };
    }),
  );
}

/** Adds a variant with the choices of the last one. */
export function addVariant(id: AgentId): void {
  change(id, (variants) => [...variants, variants.at(-1) ?? {}].slice(0, MAX_VARIANTS));
}

export function removeVariant(id: AgentId, index: number): void {
  change(id, (variants) => variants.filter((_, at) => at !== index));
}

/** The settings of each session that is started for the agent. */
export function startVariants(id: AgentId): readonly (readonly StartSetting[])[] {
  return (store.getState()[id] ?? ONE).map((variant) =>
    Object.entries(variant).map(([optionId, value]) =>
      optionId === MODE
        ? { type: 'mode.set', modeId: value }
        : { type: 'option.set', optionId, value },
    ),
  );
}

function change(id: AgentId, by: (variants: readonly Variant[]) => readonly Variant[]): void {
  const variants = by(store.getState()[id] ?? ONE);
  store.setState({ [id]: variants.length === 0 ? ONE : variants });
}
