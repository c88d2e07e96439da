import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AgentId } from '#shared/ids';
import type { OptionChoice } from '#shared/session/agent';
import type { SessionHead } from '#shared/session/state';
import { OFFERED_CHOICES, OFFERING_AGENTS } from '#window/state/limits';
import { readPersisted, writePersisted } from '#window/state/persisted';

/** A mode or a model that an agent let the user choose when it last ran. */
export interface AgentOffer {
  /** The option's id; null for the agent's modes. */
  readonly optionId: string | null;
  readonly name: string;
  readonly choices: readonly OptionChoice[];
}

type Offers = Readonly<Record<AgentId, readonly AgentOffer[]>>;

const KEY = 'agentOffers';

const store = createStore<Offers>(() => readPersisted(KEY, readOffers, {}));

/** What the agent offered when it last ran; empty if it never did. */
export function useAgentOffers(id: AgentId): readonly AgentOffer[] {
  return useStore(store, (offers) => offers[id]) ?? NONE;
}

const NONE: readonly AgentOffer[] = [];

export function rememberOffers({ agent, modes, options }: SessionHead): void {
  const offers = offersOf({ modes, options });
  const before = store.getState();
  if (offers.length === 0 || JSON.stringify(before[agent.id]) === JSON.stringify(offers)) return;
  const others = Object.entries(before).filter(([id]) => id !== agent.id);
  const next: Offers = Object.fromEntries([...others, [agent.id, offers]].slice(-OFFERING_AGENTS));
  store.setState(next, true);
  writePersisted(KEY, next);
}

/** An agent that offers its modes in both ways means the same modes. */
function offersOf({
  modes,
  options,
}: Pick<SessionHead, 'modes' | 'options'>): readonly AgentOffer[] {
  const declared = options.flatMap((option): AgentOffer[] => {
    const isOffered = option.category === 'model' || option.category === 'mode';
    if (option.type !== 'select' || !isOffered) return [];
    const choices = option.groups.flatMap((group) => group.choices);
    return [{ optionId: option.id, name: option.name, choices: choices.slice(0, OFFERED_CHOICES) }];
  });
  if (modes === null || options.some(({ category }) => category === 'mode')) return declared;
  const available = modes.available.map(({ id, name }) => ({ value: id, name }));
  return [...declared, { optionId: null, name: 'Mode', choices: available }];
}

function readOffers(value: unknown): Offers | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isOffer = (offer: Partial<AgentOffer> | null) =>
    typeof offer?.name === 'string' &&
    (offer.optionId === null || typeof offer.optionId === 'string') &&
    Array.isArray(offer.choices) &&
    offer.choices.every(
      (choice) => typeof choice?.value === 'string' && typeof choice.name === 'string',
    );
  const isList = (list: unknown) => Array.isArray(list) && list.every(isOffer);
  return Object.values(value).every(isList) ? (value as Offers) : undefined;
}
