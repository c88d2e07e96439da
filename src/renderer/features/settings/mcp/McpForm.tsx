// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { useState } from 'react';
import type { McpTransport } from '#shared/mcp/server';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import styles from '#window/features/settings/AgentForm.module.css';
import { FormText } from '#window/features/settings/form/FormText';
import { SettingsForm } from '#window/features/settings/form/SettingsForm';
import { call } from '#window/ipc/client';
import { useAgents } from '#window/state/agents/agentsStore';
import { useServerTest } from '#window/state/agents/serverTest';
import type { ServerFormTarget } from '#window/state/layout/settingsSection';
import { settingsStore } from '#window/state/settingsStore';
import { Checkbox } from '#window/ui/form/Checkbox';
import { Field } from '#window/ui/form/Field';
import { Select } from '#window/ui/form/Select';
import { ServerTestButton, ServerTestOutcome } from '#window/ui/ServerTestView';
import {
  changesOf,
  emptyServer,
  entryOf,
  fieldsOf,
  type McpFields,
  type McpProblems,
  problemsIn,
  settingsOf,
} from './mcpFields';

const transports: readonly { readonly value: McpTransport; readonly label: string }[] = [
  { value: 'stdio', label: 'A command' },
  { value: 'http', label: 'An address (HTTP)' },
  { value: 'sse', label: 'An address (SSE, older servers)' },
];

const REFERENCES =
  'Write ${NAME} for a variable of your shell. Keys that you write out are kept by the system’s key store, where there is one.';

interface McpFormProps {
  readonly form: ServerFormTarget;
  onDone(): void;
}

/** An MCP server in settings.json. */
export function McpForm({ form, onDone }: McpFormProps) {
  const [before] = useState(() => fieldsFor(form));
  const [server, setServer] = useState(before);
  const [problems, setProblems] = useState<McpProblems>({});
  const { test, run, cancel, forget } = useServerTest();
  const isNew = form.type === 'new';
  const change = (part: Partial<McpFields>) => {
    setServer({ ...server, ...part });
    setProblems({});
    if (test.type !== 'running') forget();
  };
  /** Shows the problems of the fields; returns whether there are none. */
  const check = (fields: McpFields, names: readonly string[]): boolean => {
    const found = problemsIn(fields, names);
    setProblems(found ?? {});
    return found === null;
  };
  const save = async () => {
    if (!check(server, takenNames(before.name))) return false;
    await store(before, server, isNew);
    return true;
  };
  const tryOut = () => {
    const isNamed = server.name.trim() !== '';
    const isSound = check(isNamed ? server : { ...server, name: 'unnamed' }, []);
    if (isSound) run({ type: 'entry', entry: entryOf(server) });
  };
  return (
    <SettingsForm
      name={isNew ? 'Add an MCP server' : 'Edit MCP server'}
      submit={isNew ? 'Add server' : 'Save'}
      actions={
        <ServerTestButton name="this server" test={test} onTest={tryOut} onCancel={cancel} />
      }
      save={save}
      onDone={onDone}
    >
      <div className={styles.pair}>
        <FormText
          monospace
          label="Name"
          error={problems.name}
          value={server.name}
          placeholder="github"
          onChange={(name) => change({ name })}
        />
        <Field label="Connect using">
          <Select value={server.type} options={transports} onChange={(type) => change({ type })} />
        </Field>
      </div>
      {server.type === 'stdio' ? (
        <CommandFields server={server} problems={problems} onChange={change} />
      ) : (
        <AddressFields server={server} problems={problems} onChange={change} />
      )}
      <AgentChoice chosen={server.agents} onChange={(agents) => change({ agents })} />
      <div className={styles.checks}>
        <Checkbox
          label="Use in new sessions"
          checked={server.isEnabled}
          onChange={(isEnabled) => change({ isEnabled })}
        />
      </div>
      <ServerTestOutcome test={test} />
    </SettingsForm>
  );
}

interface FieldsProps {
  readonly server: McpFields;
  readonly problems: McpProblems;
  onChange(part: Partial<McpFields>): void;
}

function CommandFields({ server, problems, onChange }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <FormText
          monospace
          label="Command"
          error={problems.command}
          value={server.command}
          placeholder="npx"
          onChange={(command) => onChange({ command })}
        />
        <FormText
          monospace
          label="Arguments"
          value={server.args}
          placeholder="-y some-mcp-server"
          onChange={(args) => onChange({ args })}
        />
      </div>
      <FormText
        monospace
        rows={2}
        label="Environment"
        hint={`One variable per line. ${REFERENCES}`}
        error={problems.environment}
        value={server.environment}
        placeholder="GITHUB_TOKEN=${GITHUB_TOKEN}"
        onChange={(environment) => onChange({ environment })}
      />
    </>
  );
}

function AddressFields({ server, problems, onChange }: FieldsProps) {
  return (
    <>
      <FormText
        monospace
        label="Address"
        error={problems.url}
        value={server.url}
        placeholder="https://mcp.example.com/mcp"
        onChange={(url) => onChange({ url })}
      />
      <FormText
        monospace
        rows={2}
        label="Headers"
        hint={`One header per line. ${REFERENCES}`}
        error={problems.headers}
        value={server.headers}
        placeholder="Authorization: Bearer ${TOKEN}"
        onChange={(headers) => onChange({ headers })}
      />
    </>
  );
}

interface AgentChoiceProps {
  readonly chosen: readonly string[] | null;
  onChange(agents: readonly string[] | null): void;
}

/** Which agents get the server: all, or those that are checked. */
function AgentChoice({ chosen, onChange }: AgentChoiceProps) {
  const agents = useAgents() ?? [];
  const unknown = (chosen ?? []).filter((id) => agents.every((agent) => agent.id !== id));
  const listed = [
    ...agents.map(({ id, name }): readonly [string, string] => [id, name]),
    ...unknown.map((id): readonly [string, string] => [id, id]),
  ];
  return (
    <fieldset className={styles.choice} aria-label="Agents">
      <Checkbox
        label="Offer to all agents"
        checked={chosen === null}
        onChange={(all) => onChange(all ? null : listed.map(([id]) => id))}
      />
      {chosen !== null &&
        listed.map(([id, name]) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
    </fieldset>
  );
}

function fieldsFor(form: ServerFormTarget): McpFields {
  const settings =
    form.type === 'edit' ? settingsStore.getState().settings.mcpServers[form.name] : undefined;
  return form.type === 'edit' && settings ? fieldsOf(form.name, settings) : emptyServer;
}

function takenNames(own: string): readonly string[] {
  return Object.keys(settingsStore.getState().settings.mcpServers).filter((name) => name !== own);
}

async function store(before: McpFields, typed: McpFields, isNew: boolean): Promise<void> {
  const name = typed.name.trim();
  // Comes before anything is written, so that the file never holds a secret, not even briefly.
  const { entry } = await call('mcp.keepSecrets', { name, entry: entryOf(typed) });
  const after = fieldsOf(name, { ...settingsOf(typed), ...entry });
  // The file may have been edited in the meantime, and a partial entry is not a server.
  const isThere = Object.hasOwn(settingsStore.getState().settings.mcpServers, before.name);
  const changes =
    isNew || !isThere
      ? [{ path: ['mcpServers', name], value: settingsOf(after) }]
      : changesOf(before, after);
  if (changes.length === 0) return;
  const title = isNew ? `${name} was added` : `${name} was changed`;
  await changeWithUndo({ id: `mcp:${name}`, title }, changes);
}
