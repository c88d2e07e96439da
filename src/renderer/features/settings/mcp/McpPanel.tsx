import { FilePenLine, KeyRound, Pencil, Plug, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { McpSecretsView } from '#shared/ipc/mcp';
import type { McpServerEntry, McpServerSettings } from '#shared/mcp/server';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import { commands } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import styles from '#window/features/settings/AgentsPanel.module.css';
import { call } from '#window/ipc/client';
import { useAgents } from '#window/state/agents/agentsStore';
import { useServerTest } from '#window/state/agents/serverTest';
import { settingsSection } from '#window/state/layout/settingsSection';
import { useSettings } from '#window/state/settingsStore';
import { Badge } from '#window/ui/Badge';
import { Banner } from '#window/ui/Banner';
import { EmptyState } from '#window/ui/EmptyState';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { ServerTestButton, ServerTestOutcome } from '#window/ui/ServerTestView';
import { visibleLine } from '#window/ui/text/visibleText';
import { McpForm } from './McpForm';
import { McpImport } from './McpImport';
import panel from './McpPanel.module.css';
import { lineOfServer } from './mcpFields';

/** The MCP servers of the user's own settings; each session says which of them its agent got. */
export function McpPanel() {
  const servers = useSettings(({ mcpServers }) => mcpServers);
  const form = settingsSection.useServerForm();
  if (form !== null) {
    return (
      <div className={styles.adding}>
        <McpForm
          key={form.type === 'edit' ? form.name : form.type}
          form={form}
          onDone={() => settingsSection.showServerForm(null)}
        />
      </div>
    );
  }
  return <ServerList servers={servers} />;
}

function ServerList({
  servers,
}: {
  readonly servers: Readonly<Record<string, McpServerSettings>>;
}) {
  const secrets = usePlainSecrets(servers);
  const names = Object.keys(servers);
  const add = (
    <Button
      icon={Plus}
      variant="primary"
      onClick={() => settingsSection.showServerForm({ type: 'new' })}
    >
      Add a server
    </Button>
  );
  return (
    <>
      {names.length === 0 ? (
        <EmptyState icon={Plug} title="No MCP servers yet">
          MCP servers give agents tools, such as a browser, a database or an issue tracker. Airlock
          passes them to each agent that supports them.
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="MCP servers">
          {Object.entries(servers).map(([name, server]) => (
            <ServerRow
              key={name}
              name={name}
              server={server}
              plain={secrets.plain[name] ?? []}
              whyNotKept={secrets.whyNotKept}
            />
          ))}
        </ul>
      )}
      <p className={styles.hint}>
        They are kept under “mcpServers” in settings.json, and apply to sessions that start from now
        on. A project can have its own in .airlock.json, once you trust it. An agent starts them
        itself: in a sealed session they are sealed with it.
      </p>
      <div className={styles.actions}>
        {add}
        <Button icon={FilePenLine} onClick={() => commands.run('settings.openFile')}>
          Edit settings.json
        </Button>
      </div>
      <McpImport />
    </>
  );
}

const NO_SECRETS: McpSecretsView = { plain: {}, whyNotKept: null };

/** Requested again whenever the servers change. */
function usePlainSecrets(servers: Readonly<Record<string, McpServerSettings>>): McpSecretsView {
  const [view, setView] = useState(NO_SECRETS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is about these servers
  useEffect(() => {
    let isWanted = true;
    call('mcp.secrets', null).then((fresh) => isWanted && setView(fresh), reportError);
    return () => {
      isWanted = false;
    };
  }, [servers]);
  return view;
}

interface ServerRowProps {
  readonly name: string;
  readonly server: McpServerSettings;
  /** The server's secrets that are in settings.json. */
  readonly plain: readonly string[];
  readonly whyNotKept: string | null;
}

function ServerRow({ name, server, plain, whyNotKept }: ServerRowProps) {
  const { test, run, cancel } = useServerTest();
  const agents = useAgents() ?? [];
  const { enabled = true, agents: chosen, ...entry } = server;
  const who = chosen?.map((id) => agents.find((agent) => agent.id === id)?.name ?? id);
  return (
    <li className={panel.server}>
      <div className={panel.row}>
        <div className={styles.facts}>
          <div className={styles.head}>
            <span className={styles.name}>{name}</span>
            <Badge>{kindOf(server)}</Badge>
            {!enabled && <Badge>Off</Badge>}
          </div>
          <code className={styles.command}>{visibleLine(lineOfServer(server))}</code>
          {who !== undefined && (
            <span className={styles.finding}>
              {who.length === 0 ? 'For no agent' : `For ${who.join(', ')}`}
            </span>
          )}
        </div>
        <ServerTestButton
          name={name}
          test={test}
          onTest={() => run({ type: 'entry', entry: known(entry) })}
          onCancel={cancel}
        />
        <IconButton
          icon={Pencil}
          label={`Edit ${name}`}
          onClick={() => settingsSection.showServerForm({ type: 'edit', name })}
        />
        <IconButton icon={Trash2} label={`Remove ${name}`} onClick={() => remove(name)} />
      </div>
      {plain.length > 0 && (
        <Banner
          actions={
            <Button
              size="small"
              icon={KeyRound}
              reason={whyNotKept}
              onClick={() => call('mcp.moveSecrets', { name }).catch(reportError)}
            >
              Move to the key store
            </Button>
          }
        >
          {plain.join(', ')} {plain.length === 1 ? 'stands' : 'stand'} in settings.json, where other
          programs can read {plain.length === 1 ? 'it' : 'them'}.
        </Banner>
      )}
      <ServerTestOutcome test={test} />
    </li>
  );
}

/** The entry without keys that only settings.json has. */
function known({ type, command, args, env, url, headers }: McpServerEntry): McpServerEntry {
  return {
    ...(type && { type }),
    ...(command !== undefined && { command }),
    ...(args && { args }),
    ...(env && { env }),
    ...(url !== undefined && { url }),
    ...(headers && { headers }),
  };
}

function kindOf({ type, url }: McpServerEntry): string {
  if (url === undefined) return 'Command';
  return type === 'sse' ? 'SSE' : 'HTTP';
}

function remove(name: string): void {
  const notice = { id: `mcp:${name}`, title: `${name} was removed` };
  changeWithUndo(notice, [{ path: ['mcpServers', name] }]).catch(reportError);
}
