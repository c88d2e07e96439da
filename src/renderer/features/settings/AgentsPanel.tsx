import { Bot, FilePenLine } from 'lucide-react';
import type { AgentSettings } from '#shared/settings';
import { commands } from '../../commands/commands';
import { useSettings } from '../../state/settingsStore';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import styles from './AgentsPanel.module.css';

export function AgentsPanel() {
  const agents = Object.entries(useSettings((settings) => settings.agents));
  const edit = (
    <Button icon={FilePenLine} onClick={() => commands.run('settings.openFile')}>
      Edit settings.json
    </Button>
  );
  if (agents.length === 0) {
    return (
      <EmptyState
        icon={Bot}
        title="No agents are set up"
        action={<div className={styles.edit}>{edit}</div>}
      >
        Add one under “agents” in settings.json. It appears here as soon as the file is saved.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {agents.map(([id, agent]) => (
          <AgentRow key={id} id={id} agent={agent} />
        ))}
      </ul>
      <div className={styles.edit}>{edit}</div>
    </>
  );
}

function AgentRow({ id, agent }: { readonly id: string; readonly agent: AgentSettings }) {
  return (
    <li className={styles.agent}>
      <div className={styles.head}>
        <span className={styles.name}>{agent.name || id}</span>
        {agent.wire && agent.wire !== 'auto' && <Badge>{agent.wire}</Badge>}
        {agent.enabled === false && <Badge>Off</Badge>}
      </div>
      <code className={styles.command}>{[agent.command, ...(agent.args ?? [])].join(' ')}</code>
    </li>
  );
}
