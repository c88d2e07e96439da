import { ArrowLeft, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { AgentEnvironment } from '#shared/ipc/agents';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { settingsSection } from '#window/state/layout/settingsSection';
import { settingsStore, useSettings } from '#window/state/settingsStore';
import { AgentMark } from '#window/ui/AgentMark';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { IconButton } from '#window/ui/form/IconButton';
import { TextField } from '#window/ui/form/TextField';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './EnvironmentPanel.module.css';

interface EnvironmentPanelProps {
  readonly id: string;
  readonly name: string;
  onDone(): void;
}

/** The sources of an agent's command and variables, and its secrets. */
export function EnvironmentPanel({ id, name, onDone }: EnvironmentPanelProps) {
  const environment = useAgentEnvironment(id);
  const isConfigured = useSettings((settings) => settings.agents[id] !== undefined);
  return (
    <section className={styles.panel} aria-labelledby="agent-environment">
      <div className={styles.head}>
        <IconButton icon={ArrowLeft} label="Back to agents" onClick={onDone} />
        <AgentMark id={id} />
        <h3 id="agent-environment" className={styles.title}>
          Environment of {visibleLine(name)}
        </h3>
        <Button
          size="small"
          icon={Pencil}
          onClick={() =>
            settingsSection.showAgentForm(
              isConfigured ? { type: 'edit', id } : { type: 'new', known: id },
            )
          }
        >
          Edit command and variables
        </Button>
      </div>
      {environment !== null && <Environment id={id} environment={environment} />}
    </section>
  );
}

interface EnvironmentProps {
  readonly id: string;
  readonly environment: AgentEnvironment;
}

function Environment({ id, environment }: EnvironmentProps) {
  const { variables, removed, path } = environment;
  return (
    <>
      <Part title="Command">
        <p>{commandWords(environment)}</p>
        <details className={styles.more}>
          <summary>PATH ({path.length} folders)</summary>
          <ol className={styles.folders}>
            {path.map((folder) => (
              <li key={folder} data-used={folder === environment.folder || undefined}>
                <code>{visibleLine(folder)}</code>
                {folder === environment.folder && ' (the command is here)'}
              </li>
            ))}
          </ol>
        </details>
      </Part>
      <Part title="Your variables">
        <p>{shellWords(environment)}</p>
        {removed.length > 0 && (
          <details className={styles.more}>
            <summary>
              {removed.length === 1
                ? '1 variable is not passed on'
                : `${removed.length} variables are not passed on`}
            </summary>
            <dl className={styles.list}>
              {removed.map(({ name, why }) => [
                <dt key={name}>
                  <code>{visibleLine(name)}</code>
                </dt>,
                <dd key={`${name} why`}>{why}</dd>,
              ])}
            </dl>
          </details>
        )}
      </Part>
      <Part title="From the settings">
        {variables.length === 0 ? (
          <p>
            No variables. <code>{'$'}&#123;NAME&#125;</code> in a value or an argument stands for
            your variable of that name.
          </p>
        ) : (
          <dl className={styles.list}>
            {variables.map(({ name, value, missing }) => [
              <dt key={name}>
                <code>{visibleLine(name)}</code>
              </dt>,
              <dd key={`${name} value`}>
                {value === null ? 'hidden' : <code>{visibleLine(value)}</code>}
                {missing.length > 0 && (
                  <span className={styles.missing}> Not set: {missing.join(', ')}.</span>
                )}
              </dd>,
            ])}
          </dl>
        )}
        <MoveSecrets id={id} environment={environment} />
      </Part>
      <Secrets id={id} environment={environment} />
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h4 className={styles.subtitle}>{title}</h4>
      {children}
    </section>
  );
}

function MoveSecrets({ id, environment: { variables, whyNotKept } }: EnvironmentProps) {
  const plain = variables.filter(({ value }) => value === null).map(({ name }) => name);
  if (plain.length === 0) return null;
  const move = () => {
    call('agents.moveSecrets', { id }).catch(reportError);
  };
  return (
    <Banner
      actions={
        <Button size="small" icon={KeyRound} reason={whyNotKept} onClick={move}>
          Move to the key store
        </Button>
      }
    >
      {plain.join(', ')} {plain.length === 1 ? 'stands' : 'stand'} in settings.json, where other
      programs can read {plain.length === 1 ? 'it' : 'them'}.
    </Banner>
  );
}

/** The agent's secrets, which can be written here but are never shown again. */
function Secrets({ id, environment: { secrets, whyNotKept } }: EnvironmentProps) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const isName = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
  const save = () => {
    call('agents.setSecret', { id, name, value }).then(() => {
      setName('');
      setValue('');
    }, reportError);
  };
  return (
    <Part title="Secrets">
      <p>
        {whyNotKept === null
          ? 'Kept by the system’s key store. The agent gets them as variables when it next starts.'
          : `Kept in memory until you quit Airlock, and never written to disk. ${whyNotKept}`}
      </p>
      {secrets.length > 0 && (
        <ul className={styles.secrets} aria-label="Secrets">
          {secrets.map((secret) => (
            <li key={secret.name}>
              <code>{visibleLine(secret.name)}</code>
              {!secret.isReadable && (
                <span className={styles.missing}>
                  {' '}
                  The key store cannot read it. Enter it again.
                </span>
              )}
              <IconButton
                icon={Trash2}
                label={`Remove ${secret.name}`}
                onClick={() =>
                  call('agents.removeSecret', { id, name: secret.name }).catch(reportError)
                }
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          if (isName && value !== '') save();
        }}
      >
        <Field label="Variable">
          <TextField
            value={name}
            placeholder="SOME_API_KEY"
            onChange={(event) => setName(event.currentTarget.value.trim())}
          />
        </Field>
        <Field label="Secret value">
          <TextField
            type="password"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" disabled={!isName || value === ''}>
          Save secret
        </Button>
      </form>
    </Part>
  );
}

function commandWords({ command, file, folder, isInPath }: AgentEnvironment): string {
  if (file === null) return `${command} was not found.`;
  if (file === command) return `${file} is run as given.`;
  return isInPath
    ? `${command} is ${file}, found in the PATH folder ${folder}.`
    : `${command} is ${file}. Its folder is not in your PATH, and is added for the agent.`;
}

function shellWords({ shell, source, problem }: AgentEnvironment): string {
  if (source === 'login-shell') return `These come from your login shell (${shell}).`;
  if (problem !== null) {
    return `These are the ones that Airlock itself was started with, because they could not be read from the login shell: ${problem}`;
  }
  return 'These are the ones that Airlock itself was started with.';
}

/** The sources of an agent's command and variables; null until main has answered. */
function useAgentEnvironment(id: string): AgentEnvironment | null {
  const [environment, setEnvironment] = useState<AgentEnvironment | null>(null);
  useEffect(() => {
    let isShown = true;
    const load = () => {
      call('agents.environment', { id }).then((next) => {
        if (isShown) setEnvironment(next);
      }, reportError);
    };
    const stop = onEvent('agents.environmentChanged', (news) => {
      if (news.id === id) load();
    });
    const unsubscribe = settingsStore.subscribe((state, previous) => {
      if (state.settings.agents !== previous.settings.agents) load();
    });
    load();
    return () => {
      isShown = false;
      stop();
      unsubscribe();
    };
  }, [id]);
  return environment;
}
