import { FilePenLine } from 'lucide-react';
import { commands } from '../../commands/commands';
import { useAgents } from '../../state/agentsStore';
import { useSettings } from '../../state/settingsStore';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import styles from './AgentsPanel.module.css';
import { type ListedAgent, listAgents } from './listAgents';

export function AgentsPanel() {
  const configured = useSettings((settings) => settings.agents);
  const agents = listAgents(configured, useAgents() ?? []);
  return (
    <>
      <ul className={styles.list}>
        {agents.map((agent) => (
          <AgentRow key={agent.id} agent={agent} />
        ))}
      </ul>
      <p className={styles.hint}>
        Add agents under “agents” in settings.json; they appear here as soon as the file is saved.
      </p>
      <Button icon={FilePenLine} onClick={() => commands.run('settings.openFile')}>
        Edit settings.json
      </Button>
    </>
  );
}

function AgentRow({ agent }: { readonly agent: ListedAgent }) {
  return (
    <li className={styles.agent}>
      <div className={styles.head}>
        <span className={styles.name}>{agent.name}</span>
        {agent.badges.map((badge) => (
          <Badge key={badge}>{badge}</Badge>
        ))}
      </div>
      {agent.command === undefined ? (
        <span className={styles.shipped}>Comes with Airlock; needs no network and no key.</span>
      ) : (
        <code className={styles.command}>{agent.command}</code>
      )}
    </li>
  );
}
