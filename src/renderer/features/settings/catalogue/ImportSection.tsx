import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ImportableAgent, ImportList } from '#shared/ipc/agents';
import type { AgentSettings } from '#shared/settings';
import { lineOf } from '#shared/text/words';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import { reportError } from '#window/diagnostics/reportError';
import { freeId } from '#window/features/settings/agentFields';
import { call } from '#window/ipc/client';
import { settingsStore, useSettings } from '#window/state/settingsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { TextArea } from '#window/ui/form/TextArea';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './Catalogue.module.css';

const EXAMPLE = '{ "agent_servers": { "My agent": { "command": "my-agent", "args": ["acp"] } } }';

/** Agents of Zed's and VS Code's settings, and of a text that is pasted. */
export function ImportSection() {
  const [text, setText] = useState('');
  const [list, setList] = useState<ImportList | null>(null);
  const pasted = text.trim();
  useEffect(() => {
    let isOver = false;
    call('agents.importable', { text: pasted === '' ? null : pasted }).then((found) => {
      if (!isOver) setList(found);
    }, reportError);
    return () => {
      isOver = true;
    };
  }, [pasted]);
  return (
    <section className={styles.import} aria-labelledby="import-agents">
      <h3 id="import-agents" className={styles.title}>
        Import agents
      </h3>
      <p className={styles.hint}>
        Agents in the settings of Zed and VS Code are listed here. You can also paste such settings.
      </p>
      <TextArea
        monospace
        rows={2}
        aria-label="Paste agents as JSON"
        placeholder={EXAMPLE}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {list?.problems.map((problem) => (
        <Banner key={problem}>{visibleLine(problem)}</Banner>
      ))}
      {list !== null && list.agents.length > 0 && (
        <ul className={styles.list} aria-label="Agents to import">
          {list.agents.map((agent) => (
            <ImportRow key={`${agent.origin}:${agent.id}`} agent={agent} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ImportRow({ agent }: { readonly agent: ImportableAgent }) {
  const isThere = useSettings(({ agents }) =>
    Object.values(agents).some((other) => isSame(other, agent)),
  );
  const line = lineOf([agent.command, ...agent.args]);
  return (
    <li className={styles.agent}>
      <div className={styles.row}>
        <span className={styles.name}>{visibleLine(agent.name)}</span>
        <span className={styles.facts}>
          {visibleLine(agent.origin)} · <code>{visibleLine(line)}</code>
        </span>
        <Button
          size="small"
          icon={Plus}
          aria-label={`Import ${visibleLine(agent.name)}`}
          reason={isThere ? 'It is in your settings already.' : null}
          onClick={() => importAgent(agent).catch(reportError)}
        >
          Import
        </Button>
      </div>
    </li>
  );
}

function isSame({ command, args = [] }: AgentSettings, other: ImportableAgent): boolean {
  return command === other.command && lineOf(args) === lineOf(other.args);
}

function importAgent({ id, name, command, args, env }: ImportableAgent): Promise<void> {
  const taken = Object.keys(settingsStore.getState().settings.agents);
  const value = { name, command, args, ...(Object.keys(env).length > 0 && { env }) };
  const free = freeId(id, taken);
  const notice = { id: `agent:${free}`, title: `${name} was imported` };
  return changeWithUndo(notice, [{ path: ['agents', free], value }]);
}
