import { Download } from 'lucide-react';
import type { AgentChoice } from '#shared/ipc/agents';
import { useAgents, useIsLookingForAgents } from '#window/state/agentsStore';
import { findingWords } from '#window/state/agentWords';
import { openAgentSettings } from '#window/state/layout/settingsSection';
import { AgentMark } from '#window/ui/AgentMark';
import { Button } from '#window/ui/form/Button';
import { Spinner } from '#window/ui/Spinner';
import styles from './AgentsHere.module.css';

/** The agents that can be started right away, and a way to more. */
export function AgentsHere() {
  const agents = useAgents();
  const isLooking = useIsLookingForAgents();
  if (agents === null) return null;
  const own = agents.filter(({ builtIn }) => !builtIn);
  return (
    <section className={styles.root} aria-labelledby="agents-here">
      <h2 id="agents-here" className={styles.title}>
        Agents on this computer {isLooking && <Spinner size="small" />}
      </h2>
      {own.length === 0 ? (
        <p className={styles.none}>
          {isLooking
            ? 'Looking for agents…'
            : 'None of the known agents was found. The built-in demo agent needs no setup; others can be installed here.'}
        </p>
      ) : (
        <ul className={styles.list}>
          {own.map((agent) => (
            <AgentItem key={agent.id} agent={agent} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button size="small" icon={Download} onClick={openAgentSettings}>
          Get more agents
        </Button>
      </div>
    </section>
  );
}

function AgentItem({ agent }: { readonly agent: AgentChoice }) {
  return (
    <li className={styles.agent}>
      <AgentMark id={agent.id} />
      <span className={styles.name}>{agent.name}</span>
      <span className={styles.facts}>{findingWords(agent) ?? agent.command}</span>
    </li>
  );
}
