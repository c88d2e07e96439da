// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { type FormEvent, useState } from 'react';
import type { McpTransport } from '#shared/mcp/server';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import { errorMessage } from '#window/diagnostics/errorDetails';
import styles from '#window/features/settings/AgentForm.module.css';
import { useAgents } from '#window/state/agents/agentsStore';
import { useServerTest } from '#window/state/agents/serverTest';
import type { ServerFormTarget } from '#window/state/layout/settingsSection';
import { settingsStore } from '#window/state/settingsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Checkbox } from '#window/ui/form/Checkbox';
import { Field } from '#window/ui/form/Field';
import { Select } from '#window/ui/form/Select';
import { TextArea } from '#window/ui/form/TextArea';
import { TextField } from '#window/ui/form/TextField';
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

const REFERENCES = 'Write ${NAME} for a variable of your shell, so that a secret need not be here.';

interface McpFormProps {
  readonly form: ServerFormTarget;
  onDone(): void;
}

/** An MCP server in settings.json. */
export function McpForm({ form, onDone }: McpFormProps) {
  const [before] = useState(() => fieldsFor(form));
  const [server, setServer] = useState(before);
  const [problems, setProblems] = useState<McpProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { test, run, cancel, forget } = useServerTest();
  const isNew = form.type === 'new';
  const title = isNew ? 'Add an MCP server' : 'Edit MCP server';
  const change = (part: Partial<McpFields>) => {
    setServer({ ...server, ...part });
    setProblems({});
    if (test.type !== 'running') forget();
  };
  /** Whether the fields make sense; otherwise each says what is wrong. */
  const check = (names: readonly string[]): boolean => {
    const found = problemsIn(server, names);
    setProblems(found ?? {});
    return found === null;
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!check(takenNames(before.name))) return;
    try {
      await store(before, server, isNew);
      onDone();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <form className={styles.form} aria-label={title} noValidate onSubmit={save}>
      <h3 className={styles.title}>{title}</h3>
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <div className={styles.pair}>
        <Field label="Name" error={problems.name}>
          <TextField
            monospace
            value={server.name}
            placeholder="github"
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </Field>
        <Field label="Reached by">
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
          label="Give it to new sessions"
          checked={server.isEnabled}
          onChange={(isEnabled) => change({ isEnabled })}
        />
      </div>
      <ServerTestOutcome test={test} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          {isNew ? 'Add server' : 'Save'}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <ServerTestButton
          name="this server"
          test={test}
          onTest={() => {
            const isNamed = server.name.trim() !== '';
            const named = isNamed ? server : { ...server, name: 'unnamed' };
            const found = problemsIn(named, []);
            setProblems(found ?? {});
            if (found === null) run({ type: 'entry', entry: entryOf(server) });
          }}
          onCancel={cancel}
        />
      </div>
    </form>
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
        <Field label="Command" error={problems.command}>
          <TextField
            monospace
            value={server.command}
            placeholder="npx"
            onChange={(event) => onChange({ command: event.currentTarget.value })}
          />
        </Field>
        <Field label="Arguments">
          <TextField
            monospace
            value={server.args}
            placeholder="-y some-mcp-server"
            onChange={(event) => onChange({ args: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Field
        label="Environment"
        hint={`One variable per line. ${REFERENCES}`}
        error={problems.environment}
      >
        <TextArea
          monospace
          rows={2}
          value={server.environment}
          placeholder="GITHUB_TOKEN=${GITHUB_TOKEN}"
          onChange={(event) => onChange({ environment: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}

function AddressFields({ server, problems, onChange }: FieldsProps) {
  return (
    <>
      <Field label="Address" error={problems.url}>
        <TextField
          monospace
          value={server.url}
          placeholder="https://mcp.example.com/mcp"
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
      </Field>
      <Field label="Headers" hint={`One header per line. ${REFERENCES}`} error={problems.headers}>
        <TextArea
          monospace
          rows={2}
          value={server.headers}
          placeholder="Authorization: Bearer ${TOKEN}"
          onChange={(event) => onChange({ headers: event.currentTarget.value })}
        />
      </Field>
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
        label="Give it to all agents"
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

async function store(before: McpFields, after: McpFields, isNew: boolean): Promise<void> {
  const name = after.name.trim();
  const changes = isNew
    ? [{ path: ['mcpServers', name], value: settingsOf(after) }]
    : changesOf(before, after);
  if (changes.length === 0) return;
  const title = isNew ? `${name} was added` : `${name} was changed`;
  await changeWithUndo({ id: `mcp:${name}`, title }, changes);
}
