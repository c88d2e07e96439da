import { Plus, X } from 'lucide-react';
import type { AgentId } from '#shared/ids';
import { type AgentOffer, useAgentOffers } from '#window/state/agents/agentOffers';
import { useAgents } from '#window/state/agents/agentsStore';
import { AgentMark } from '#window/ui/AgentMark';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { QuietSelect } from '#window/ui/form/QuietSelect';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './AgentOffersField.module.css';
import {
  addVariant,
  choiceIn,
  chooseAtStart,
  MAX_VARIANTS,
  removeVariant,
  useVariants,
} from './startSettings';

/** The modes and models to start with, for agents that have offered some before. */
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
  const variants = useVariants(id);
  const name = useAgents()?.find((agent) => agent.id === id)?.name ?? id;
  if (offers.length === 0) return null;
  return variants.map((variant, index) => (
    // Variants have nothing but their place.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above.
    <div key={index} className={styles.agent}>
      {(!isAlone || variants.length > 1) && (
        <span className={styles.name}>
          <AgentMark id={id} />
          {variantName(visibleLine(name), index, variants.length)}
        </span>
      )}
      {offers.map((offer) => (
        <OfferSelect
          key={offer.optionId ?? ''}
          agent={variantName(visibleLine(name), index, variants.length)}
          offer={offer}
          chosen={choiceIn(variant, offer.optionId)}
          onChange={(value) => chooseAtStart(id, index, offer.optionId, value)}
        />
      ))}
      {index === 0 && variants.length < MAX_VARIANTS && (
        <Button
          size="small"
          variant="ghost"
          icon={Plus}
          aria-label={`Compare with another ${visibleLine(name)}`}
          onClick={() => addVariant(id)}
        >
          Compare with another
        </Button>
      )}
      {index > 0 && (
        <IconButton
          icon={X}
          size="small"
          label={`Do not start ${variantName(visibleLine(name), index, variants.length)}`}
          onClick={() => removeVariant(id, index)}
        />
      )}
    </div>
  ));
}

function variantName(agent: string, index: number, count: number): string {
  return count === 1 ? agent : `${agent} (${index + 1})`;
}

/** The value for "let the agent choose". */
const OWN = '\0';

interface OfferSelectProps {
  readonly agent: string;
  readonly offer: AgentOffer;
  /** Undefined: the agent's own choice. */
  readonly chosen: string | undefined;
  onChange(value: string | null): void;
}

function OfferSelect({ agent, offer: { name, choices }, chosen, onChange }: OfferSelectProps) {
  const isKnown = choices.some(({ value }) => value === chosen);
  const options = choices.map((choice) => ({
    value: choice.value,
    label: visibleLine(choice.name),
    ...(choice.description && { description: visibleLine(choice.description) }),
  }));
  return (
    <QuietSelect
      label={`${visibleLine(name)} of ${agent}`}
      value={chosen !== undefined && isKnown ? chosen : OWN}
      groups={[
        { name: null, options: [{ value: OWN, label: `${visibleLine(name)}: default` }] },
        { name: null, options },
      ]}
      onChange={(value) => onChange(value === OWN ? null : value)}
    />
  );
}
