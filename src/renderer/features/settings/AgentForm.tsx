import { Check, Copy, SquareTerminal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { RUNS_ELSEWHERE } from '#shared/agentAddress';
import { installLine, type KnownAgent, knownAgentOf, knownAgents } from '#shared/knownAgents';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import { runInTerminal } from '#window/actions/runInTerminal';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import type { AgentFormTarget as OpenForm } from '#window/state/layout/settingsSection';
import { settingsStore } from '#window/state/settingsStore';
import { Button } from '#window/ui/form/Button';
import { Combobox } from '#window/ui/form/Combobox';
import { Field } from '#window/ui/form/Field';
import { IconButton } from '#window/ui/form/IconButton';
import { Select } from '#window/ui/form/Select';
import { useCopied } from '#window/ui/useCopied';
import styles from './AgentForm.module.css';
import { AgentFormMore } from './AgentFormMore';
import {
  type AgentFields,
  changesOf,
  emptyFields,
  type FieldProblems,
  freeId,
  fromKnown,
  fromSettings,
  headersOf,
  headerVariable,
  problemsIn,
  suggestedArguments,
  toSettings,
  variablesOf,
  withHeadersKept,
  withoutVariables,
} from './agentFields';
import { FormText } from './form/FormText';
import { SettingsForm } from './form/SettingsForm';

const options = knownAgents.map(({ id, name, command }) => ({
  value: id,
  label: name,
  detail: command,
}));

const places = [
  { value: 'here', label: 'On this computer' },
  { value: 'elsewhere', label: 'Elsewhere, at a WebSocket address' },
] as const;

interface AgentFormProps {
  readonly form: OpenForm;
  onDone(): void;
}

/** An agent in settings.json: a known one, or any program that speaks one of our protocols. */
export function AgentForm({ form, onDone }: AgentFormProps) {
  const [before] = useState(() => fieldsFor(form));
  const [agent, setAgent] = useState(before);
  const [problems, setProblems] = useState<FieldProblems>({});
  const known = knownAgentOf(agent.command);
  const suggested = suggestedArguments(agent);
  const isNew = form.type === 'new';
  const isHere = agent.place === 'here';

  const change = (part: Partial<AgentFields>) => {
    setAgent({ ...agent, ...part });
    setProblems({});
  };
  const save = async () => {
    const found = problemsIn(agent, form.type === 'edit' && isInsecure(form.id));
    setProblems(found ?? {});
    if (found !== null) return false;
    if (form.type === 'new') await add(agent, form.known);
    else await update(form.id, before, agent);
    return true;
  };

  return (
    <SettingsForm
      name={isNew ? 'Add an agent' : 'Edit agent'}
      submit={isNew ? 'Add agent' : 'Save'}
      save={save}
      onDone={onDone}
    >
      <Field label="Runs">
        <Select value={agent.place} options={places} onChange={(place) => change({ place })} />
      </Field>
      {isNew && isHere && (
        <Field label="Known agents" hint="Choose one, or fill in your own below.">
          <Combobox
            value={options.find(({ value }) => value === known?.id) ?? null}
            options={options}
            placeholder="Claude Code, Codex, Gemini CLI…"
            emptyText="No known agent matches. Fill it in below."
            onChange={(option) => {
              const chosen = knownAgents.find(({ id }) => id === option?.value);
              if (chosen) change(fromKnown(chosen));
            }}
          />
        </Field>
      )}
      <div className={styles.pair}>
        <FormText
          label="Name"
          value={agent.name}
          placeholder={known?.name ?? 'The name shown in lists'}
          onChange={(name) => change({ name })}
        />
        {isHere && (
          <FormText
            monospace
            label="Command"
            error={problems.command}
            value={agent.command}
            placeholder="claude"
            onChange={(command) => change({ command })}
          />
        )}
      </div>
      {isHere ? (
        <FormText
          monospace
          label="Arguments"
          value={agent.args}
          placeholder="acp"
          onChange={(args) => change({ args })}
        />
      ) : (
        <AddressFields agent={agent} problems={problems} onChange={change} />
      )}
      {suggested !== null && known && (
        <div className={styles.suggestion} role="status">
          <span>
            {known.name} is usually started with <code>{suggested}</code>
          </span>
          <Button size="small" onClick={() => change({ args: suggested })}>
            Use these arguments
          </Button>
        </div>
      )}
      {isHere && <Whereabouts command={agent.command} />}
      {isNew && isHere && known && <KnownAgentHints known={known} />}
      {!isNew && <AgentFormMore agent={agent} problems={problems} onChange={change} />}
    </SettingsForm>
  );
}

/** How to install a known agent, and how to log in. */
function KnownAgentHints({ known }: { readonly known: KnownAgent }) {
  const install = installLine(known);
  return (
    <dl className={styles.hints}>
      <dt>Install it yourself</dt>
      <dd>
        {install === null ? (
          `See ${known.website}`
        ) : (
          <CommandHint name="install" command={install} />
        )}
      </dd>
      <dt>Log in</dt>
      <dd>
        <CommandHint name="login" command={known.login} />
      </dd>
    </dl>
  );
}

interface AddressFieldsProps {
  readonly agent: AgentFields;
  readonly problems: FieldProblems;
  onChange(part: Partial<AgentFields>): void;
}

/** The address of an agent that Airlock does not start. */
function AddressFields({ agent, problems, onChange }: AddressFieldsProps) {
  return (
    <>
      <p className={styles.located}>{RUNS_ELSEWHERE}</p>
      <FormText
        monospace
        label="Address"
        error={problems.url}
        value={agent.url}
        placeholder="wss://example.com/agent"
        onChange={(url) => onChange({ url })}
      />
      <FormText
        monospace
        rows={2}
        label="Headers"
        hint="One per line. ${NAME} stands for a variable or a secret of the agent. Values named like keys, tokens or passwords are kept by the system’s key store if there is one."
        error={problems.headers}
        value={agent.headers}
        placeholder="Authorization: Bearer ${TOKEN}"
        onChange={(headers) => onChange({ headers })}
      />
    </>
  );
}

function isInsecure(id: string): boolean {
  return settingsStore.getState().settings.agents[id]?.allowInsecure ?? false;
}

/** Says whether the command resolves to a program, before the agent is saved. */
function Whereabouts({ command }: { readonly command: string }) {
  const located = useLocated(command);
  if (located === null) return null;
  return located.path === null ? (
    <p className={styles.located} role="status" data-missing>
      Command not found: {located.command}. Install it, or enter its full path. You can also add the
      agent first.
    </p>
  ) : (
    <p className={styles.located} role="status">
      Found: {located.path}
      {!located.isInPath && ' (not in your PATH)'}
    </p>
  );
}

function fieldsFor(form: OpenForm): AgentFields {
  if (form.type === 'new') {
    const known = knownAgents.find(({ id }) => id === form.known);
    return known ? { ...emptyFields, ...fromKnown(known) } : emptyFields;
  }
  const settings = settingsStore.getState().settings.agents[form.id];
  return settings ? fromSettings(form.id, settings) : emptyFields;
}

/** A known agent keeps its id, and so keeps its sessions. */
async function add(typed: AgentFields, wanted: string | undefined): Promise<void> {
  const taken = Object.keys(settingsStore.getState().settings.agents);
  const id = freeId(wanted ?? toSettings(typed).name ?? 'agent', taken);
  const value = toSettings(await withoutSecrets(id, emptyFields, typed));
  const notice = { id: `agent:${id}`, title: `${value.name} was added` };
  return changeWithUndo(notice, [{ path: ['agents', id], value }]);
}

async function update(id: string, before: AgentFields, typed: AgentFields): Promise<void> {
  const after = await withoutSecrets(id, before, typed);
  const changes = changesOf(id, before, after);
  if (changes.length === 0) return;
  await changeWithUndo(
    { id: `agent:${id}`, title: `${toSettings(after).name} was changed` },
    changes,
  );
}

/**
 * Stores typed values that look like secrets in the key store, before anything is written to the
 * file.
 */
async function withoutSecrets(
  id: string,
  before: AgentFields,
  typed: AgentFields,
): Promise<AgentFields> {
  const variables = Object.fromEntries(freshIn(variablesOf(before), variablesOf(typed)));
  const headers = freshIn(headersOf(before), headersOf(typed))
    .map(([name, value]) => [headerVariable(name), value] as const)
    .filter(([name]) => !Object.hasOwn(variablesOf(typed), name));
  const fresh = { ...Object.fromEntries(headers), ...variables };
  if (Object.keys(fresh).length === 0) return typed;
  const { env } = await call('agents.keepSecrets', { id, env: fresh });
  const isKept = (name: string) => !Object.hasOwn(env, name);
  const kept = new Set(headers.map(([name]) => name).filter(isKept));
  const rest = withoutVariables(typed, new Set(Object.keys(variables).filter(isKept)));
  return kept.size === 0 ? rest : withHeadersKept(rest, kept);
}

function freshIn(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(after).filter(([name, value]) => before[name] !== value);
}

interface Located {
  readonly command: string;
  readonly path: string | null;
  readonly isInPath: boolean;
}

/** The program that a typed command resolves to; null while it is unknown. */
function useLocated(command: string): Located | null {
  const [located, setLocated] = useState<Located | null>(null);
  const typed = command.trim();
  useEffect(() => {
    if (typed === '') return;
    let isOver = false;
    call('agents.locate', { command: typed }).then((answer) => {
      if (!isOver && answer !== null) setLocated({ command: typed, ...answer });
    }, reportError);
    return () => {
      isOver = true;
    };
  }, [typed]);
  return located?.command === typed ? located : null;
}

interface CommandHintProps {
  /** Fit for "Copy the … command". */
  readonly name: string;
  readonly command: string;
}

/** A command for a terminal, to be copied or run. */
function CommandHint({ name, command }: CommandHintProps) {
  const [copied, copy] = useCopied();
  return (
    <span className={styles.command}>
      <code>{command}</code>
      <IconButton
        icon={copied ? Check : Copy}
        label={copied ? 'Copied' : `Copy the ${name} command`}
        onClick={() => copy(command)}
      />
      <IconButton
        icon={SquareTerminal}
        label={`Run the ${name} command in a terminal`}
        onClick={() => runInTerminal(command, command)}
      />
    </span>
  );
}
