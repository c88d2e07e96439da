import { FilePenLine, Plus } from 'lucide-react';
import { commands } from '../../commands/commands';
import { useAgents } from '../../state/agentsStore';
import { settingsSection } from '../../state/settingsSection';
import { useSettings } from '../../state/settingsStore';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { AddAgentForm } from './AddAgentForm';
import styles from './AgentsPanel.module.css';
import { type ListedAgent, listAgents } from './listAgents';
import { SwitchRow } from './SwitchRow';

export function AgentsPanel() {
  const configured = useSettings((settings) => settings.agents);
  const agents = listAgents(configured, useAgents() ?? []);
  const isAdding = settingsSection.useIsAddingAgent();
  const triesDraft = useSettings((settings) => settings.experimental.acpVersion2);
  if (isAdding) {
    return (
      <div className={styles.adding}>
        <AddAgentForm onDone={() => settingsSection.addAgent(false)} />
      </div>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {agents.map((agent) => (
          <AgentRow key={agent.id} agent={agent} />
        ))}
      </ul>
      <p className={styles.hint}>
        Agents are kept under “agents” in settings.json, where each can have an environment and a
        wire of its own.
      </p>
      <div className={styles.actions}>
        <Button icon={Plus} variant="primary" onClick={() => settingsSection.addAgent(true)}>
          Add an agent
        </Button>
        <Button icon={FilePenLine} onClick={() => commands.run('settings.openFile')}>
          Edit settings.json
        </Button>
      </div>
      <SwitchRow
        label="Try version 2 of ACP"
        description="Speaks the draft of the Agent Client Protocol’s next version with agents that offer it. It may still change. Takes effect when an agent starts."
        path={['experimental', 'acpVersion2']}
        checked={triesDraft}
      />
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
