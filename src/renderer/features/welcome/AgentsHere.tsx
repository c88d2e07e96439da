import { Download } from 'lucide-react';
import type { AgentChoice } from '#shared/ipc/agents';
import { cancelInstall, installAgent } from '#window/actions/installAgent';
import { useCatalogue } from '#window/state/agents/agentCatalogue';
import { useAgents, useIsLookingForAgents } from '#window/state/agents/agentsStore';
import { findingWords } from '#window/state/agents/agentWords';
import { openAgentSettings } from '#window/state/layout/settingsSection';
import { AgentMark } from '#window/ui/AgentMark';
import { Button } from '#window/ui/form/Button';
import { InstallProgressBar } from '#window/ui/InstallProgressBar';
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
      {own.length === 0 && !isLooking && <FirstAgents />}
      <div className={styles.actions}>
        <Button size="small" icon={Download} onClick={openAgentSettings}>
          Get more agents
        </Button>
      </div>
    </section>
  );
}

/** How many of the known agents are offered here; the settings list the others. */
const OFFERED = 3;

/** The best-known agents, each installed with one click. The command is shown beside the button. */
function FirstAgents() {
  const entries = useCatalogue()?.entries.filter(({ version }) => version !== null) ?? [];
  return (
    <ul className={styles.offers} aria-label="Agents to install">
      {entries.slice(0, OFFERED).map((entry) => (
        <li key={entry.id} className={styles.offer}>
          <AgentMark id={entry.id} />
          <span className={styles.name}>{entry.name}</span>
          {entry.progress === null ? (
            <>
              {entry.failure === null ? (
                <code className={styles.command} title={entry.command ?? undefined}>
                  {entry.command}
                </code>
              ) : (
                <span className={styles.failure}>{entry.failure.message}</span>
              )}
              <Button
                size="small"
                icon={Download}
                aria-label={`Install ${entry.name}`}
                onClick={() => void installAgent(entry)}
              >
                Install
              </Button>
            </>
          ) : (
            <InstallProgressBar
              name={entry.name}
              progress={entry.progress}
              onCancel={() => cancelInstall(entry.id)}
            />
          )}
        </li>
      ))}
    </ul>
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
