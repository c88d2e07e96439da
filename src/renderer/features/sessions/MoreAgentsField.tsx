import type { AgentId } from '#shared/ids';
import { useAgents } from '../../state/agentsStore';
import { Checkbox } from '../../ui/Checkbox';
import styles from './NewSessionFields.module.css';

interface MoreAgentsFieldProps {
  /** The agent that starts in any case. */
  readonly agentId: AgentId | null;
  readonly value: readonly AgentId[];
  onChange(agentIds: readonly AgentId[]): void;
}

/** Gives the same prompt to further agents, to see how each of them goes about it. */
export function MoreAgentsField({ agentId, value, onChange }: MoreAgentsFieldProps) {
  const others = useAgents()?.filter(({ id }) => id !== agentId) ?? [];
  if (agentId === null || others.length === 0) return null;
  return (
    <fieldset className={styles.moreAgents}>
      <legend className={styles.legend}>Same prompt also to</legend>
      {others.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={value.includes(id)}
          onChange={(isChosen) =>
            onChange(isChosen ? [...value, id] : value.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  );
}
