import { FilePenLine, Pencil, Plus, Stethoscope, Trash2, Variable } from 'lucide-react';
import { RUNS_ELSEWHERE } from '#shared/agentAddress';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import { commands } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { useAgents } from '#window/state/agents/agentsStore';
import { settingsSection } from '#window/state/layout/settingsSection';
import { useSettings } from '#window/state/settingsStore';
import { AgentMark } from '#window/ui/AgentMark';
import { Badge } from '#window/ui/Badge';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { AgentForm } from './AgentForm';
import styles from './AgentsPanel.module.css';
import { CatalogueSection } from './catalogue/CatalogueSection';
import { ImportSection } from './catalogue/ImportSection';
import { AgentCheckPanel } from './check/AgentCheckPanel';
import { EnvironmentPanel } from './environment/EnvironmentPanel';
import { type ListedAgent, listAgents } from './listAgents';
import { SwitchRow } from './SwitchRow';

export function AgentsPanel() {
  const configured = useSettings((settings) => settings.agents);
  const agents = listAgents(configured, useAgents() ?? []);
  const form = settingsSection.useAgentForm();
  const page = settingsSection.useAgentPage();
  const triesDraft = useSettings((settings) => settings.experimental.acpVersion2);
  const findsAgents = useSettings((settings) => settings.findAgents);
  if (form !== null) {
    return (
      <div className={styles.adding}>
        <AgentForm form={form} onDone={() => settingsSection.showAgentForm(null)} />
      </div>
    );
  }
  if (page !== null) {
    const Page = page.type === 'check' ? AgentCheckPanel : EnvironmentPanel;
    return (
      <div className={styles.adding}>
        <Page
          id={page.id}
          name={agents.find(({ id }) => id === page.id)?.name ?? page.id}
          onDone={() => settingsSection.showAgentPage(null)}
        />
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
        Agents that are found on this computer can be used at once. Those that you add or edit are
        kept under “agents” in settings.json. Changes take effect when an agent starts.
      </p>
      <div className={styles.actions}>
        <Button
          icon={Plus}
          variant="primary"
          onClick={() => settingsSection.showAgentForm({ type: 'new' })}
        >
          Add an agent
        </Button>
        <Button icon={FilePenLine} onClick={() => commands.run('settings.openFile')}>
          Edit settings.json
        </Button>
      </div>
      <CatalogueSection />
      <ImportSection />
      <SwitchRow
        label="Offer agents found on this computer"
        description="Known agents in your PATH, and where installers put them, can be used without being added here."
        path={['findAgents']}
        checked={findsAgents}
      />
      <SwitchRow
        label="Try version 2 of ACP"
        description="Uses the draft of the next Agent Client Protocol version with agents that support it. The draft may still change. Takes effect when an agent starts."
        path={['experimental', 'acpVersion2']}
        checked={triesDraft}
      />
    </>
  );
}

function AgentRow({ agent }: { readonly agent: ListedAgent }) {
  const { id, name, command, badges, finding, isMissing, isConfigured, isRemote } = agent;
  return (
    <li className={styles.agent}>
      <div className={styles.facts}>
        <div className={styles.head}>
          <AgentMark id={id} />
          <span className={styles.name}>{name}</span>
          {badges.map((badge) => (
            <Badge key={badge}>{badge}</Badge>
          ))}
        </div>
        {command === undefined ? (
          <span className={styles.shipped}>Built in; needs no network and no API key.</span>
        ) : (
          <code className={styles.command}>{command}</code>
        )}
        {isRemote && <span className={styles.finding}>{RUNS_ELSEWHERE}</span>}
        {finding !== null && (
          <span className={styles.finding} data-missing={isMissing || undefined}>
            {finding}
          </span>
        )}
      </div>
      <IconButton
        icon={Stethoscope}
        label={`Check ${name}`}
        onClick={() => settingsSection.showAgentPage({ type: 'check', id })}
      />
      {command !== undefined && (
        <IconButton
          icon={Variable}
          label={`Environment of ${name}`}
          onClick={() => settingsSection.showAgentPage({ type: 'environment', id })}
        />
      )}
      {command !== undefined && (
        <>
          <IconButton
            icon={Pencil}
            label={`Edit ${name}`}
            onClick={() =>
              settingsSection.showAgentForm(
                isConfigured ? { type: 'edit', id } : { type: 'new', known: id },
              )
            }
          />
          {isConfigured && (
            <IconButton
              icon={Trash2}
              label={`Remove ${name}`}
              onClick={() => removeAgent(id, name)}
            />
          )}
        </>
      )}
    </li>
  );
}

/** Removes an agent. Its sessions stay: they can be read, but not continued. */
function removeAgent(id: string, name: string): void {
  const notice = { id: `agent:${id}`, title: `${name} was removed` };
  changeWithUndo(notice, [{ path: ['agents', id] }]).catch(reportError);
}
