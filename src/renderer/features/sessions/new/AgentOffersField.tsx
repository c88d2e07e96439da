import type { AgentId } from '#shared/ids';
import { type AgentOffer, useAgentOffers } from '#window/state/agents/agentOffers';
import { useAgents } from '#window/state/agents/agentsStore';
import { AgentMark } from '#window/ui/AgentMark';
import { QuietSelect } from '#window/ui/form/QuietSelect';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './AgentOffersField.module.css';
import { chooseAtStart, useStartChoice } from './startSettings';

/** Modes and models to start with, of the agents that have offered any before. */
export function AgentOffersField({ agentIds }: { readonly agentIds: readonly AgentId[] }) {
  return (
    <div className={styles.agents}>
      {agentIds.map((id) => (
        <OffersOf key={id} id={id} isAlone={agentIds.length === 1} />
      ))}
    </div>
  );
}

function OffersOf({ id, isAlone }: { readonly id: AgentId; readonly isAlone: boolean }) {
  const offers = useAgentOffers(id);
  const name = useAgents()?.find((agent) => agent.id === id)?.name ?? id;
  if (offers.length === 0) return null;
  return (
    <div className={styles.agent}>
      {!isAlone && (
        <span className={styles.name}>
          <AgentMark id={id} />
          {visibleLine(name)}
        </span>
      )}
      {offers.map((offer) => (
        <OfferSelect key={offer.optionId ?? ''} agentId={id} agent={name} offer={offer} />
      ))}
    </div>
  );
}

/** Stands for whatever the agent itself begins with. */
const OWN = '\0';

interface OfferSelectProps {
  readonly agentId: AgentId;
  readonly agent: string;
  readonly offer: AgentOffer;
}

function OfferSelect({ agentId, agent, offer: { optionId, name, choices } }: OfferSelectProps) {
  const chosen = useStartChoice(agentId, optionId);
  const isKnown = choices.some(({ value }) => value === chosen);
  const options = choices.map((choice) => ({
    value: choice.value,
    label: visibleLine(choice.name),
    ...(choice.description && { description: visibleLine(choice.description) }),
  }));
  return (
    <QuietSelect
      label={`${visibleLine(name)} of ${visibleLine(agent)}`}
      value={chosen !== undefined && isKnown ? chosen : OWN}
      groups={[
        { name: null, options: [{ value: OWN, label: `${visibleLine(name)}: default` }] },
        { name: null, options },
      ]}
      onChange={(value) => chooseAtStart(agentId, optionId, value === OWN ? null : value)}
    />
  );
}
