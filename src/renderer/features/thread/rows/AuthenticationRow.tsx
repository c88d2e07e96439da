import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { SealedLogin } from '#shared/seal';
import type { AuthenticationMethod } from '#shared/session/agent';
import type { AuthenticationEntry } from '#shared/session/entries';
import { reportError } from '#window/diagnostics/reportError';
import { sendCommand, useCommandSender } from '#window/features/thread/sendCommand';
import { MessageText } from '#window/features/thread/TitleText';
import { useThread } from '#window/features/thread/threadContext';
import { call } from '#window/ipc/client';
import { showTerminal } from '#window/state/layout/terminalToShow';
import { useSealPolicy } from '#window/state/session/sealPolicy';
import { useSessionHead } from '#window/state/session/sessionModels';
import { useSettings } from '#window/state/settingsStore';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { TextField } from '#window/ui/form/TextField';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './AuthenticationRow.module.css';
import { Note } from './Note';
import { RefusedPaths } from './RefusedPaths';

/** Used until the terminal is drawn and has its own size. */
const LOGIN_SIZE = { columns: 100, rows: 24 };

/** Shown if the agent wants a login. Each way to log in is a button; keys are typed here. */
export function AuthenticationRow({ entry }: { readonly entry: AuthenticationEntry }) {
  const { sessionId } = useThread();
  const head = useSessionHead(sessionId);
  // A restarted agent asks again, and cannot answer the old request.
  const isNewest = head?.down === entry.id;
  const isOpen = !entry.done && isNewest && head.connection.type === 'authentication';
  if (!isOpen) {
    const title = entry.done ? 'Logged in.' : 'Login required.';
    // Login methods belong to a running agent; it offers them again once it is restarted.
    const isStillNeeded = isNewest && head.connection.type === 'detached';
    return (
      <Note
        icon={KeyRound}
        tone="quiet"
        title={title}
        actions={isStillNeeded && <RestartAgent />}
      />
    );
  }
  return (
    <Note icon={KeyRound} tone="waiting" title="The agent needs you to log in">
      {entry.message !== '' && <MessageText text={entry.message} />}
      {entry.methods.length === 0 && (
        <p>
          It does not support logging in from Airlock. Log in with its own program and restart it.
        </p>
      )}
      <ul className={styles.methods}>
        {entry.methods.map((method, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list stays the same, and an agent may repeat an id.
          <li key={index}>
            <Method method={method} />
          </li>
        ))}
      </ul>
      {head.isolation === 'sealed' && <SealedLoginHint />}
      <RefusedPaths />
    </Note>
  );
}

function RestartAgent() {
  const { sessionId } = useThread();
  const [busy, send] = useCommandSender(sessionId);
  return (
    <Button size="small" busy={busy} onClick={() => send({ type: 'agent.restart' })}>
      Restart
    </Button>
  );
}

const loginWords: Readonly<Record<SealedLogin, string>> = {
  shared:
    'This session is sealed. A login here also applies when you use the agent outside Airlock.',
  project:
    'This session is sealed. A login here is kept only for sealed sessions of this project. To log in for all projects, use the agent’s program in a terminal of your own.',
  agent:
    'This session is sealed. A login here is kept in the agent’s private home folder, only for its sealed sessions.',
  lost: 'This session is sealed, and a login here is lost when the agent ends. Log in with the agent’s program in a terminal of your own, then restart the agent.',
};

function SealedLoginHint() {
  const { sessionId } = useThread();
  const policy = useSealPolicy({ id: sessionId, isolation: 'sealed' });
  return policy && <p className={styles.hint}>{loginWords[policy.login]}</p>;
}

function Method({ method }: { readonly method: AuthenticationMethod }) {
  const { sessionId } = useThread();
  const [busy, send] = useCommandSender(sessionId);
  const name = visibleLine(method.name);
  const start = (apiKey?: string) =>
    send({
      type: 'authentication.start',
      methodId: method.id,
      ...(apiKey === undefined ? {} : { apiKey }),
    });
  // The agent may wait for the user elsewhere, for any length of time.
  const cancel = () => {
    sendCommand(sessionId, { type: 'agent.restart' }).catch(reportError);
  };
  const isInTerminal = method.how.type === 'terminal';
  const logIn = () => {
    call('terminals.login', { sessionId, methodId: method.id, size: LOGIN_SIZE }).then(
      showTerminal,
      reportError,
    );
  };
  return (
    <div className={styles.method}>
      {method.how.type === 'environment' && <VariableForm variables={method.how.variables} />}
      {method.how.type === 'api-key' ? (
        <KeyForm name={name} busy={busy} onSubmit={start} />
      ) : (
        <Button busy={busy} onClick={() => (isInTerminal ? logIn() : start())}>
          {name}
        </Button>
      )}
      {busy && (
        <span className={styles.waiting}>
          Waiting for the agent to confirm the login.{' '}
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        </span>
      )}
      <MethodHint method={method} />
    </div>
  );
}

/**
 * A form for keys that the agent reads at its start: they are stored for it, and it is restarted.
 */
function VariableForm({ variables }: { readonly variables: readonly string[] }) {
  const { sessionId } = useThread();
  const agent = useSessionHead(sessionId)?.agent;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const given = variables.filter((name) => (values[name] ?? '').trim() !== '');
  if (agent === undefined || variables.length === 0) return null;
  const save = async () => {
    for (const name of given) {
      await call('agents.setSecret', { id: agent.id, name, value: (values[name] ?? '').trim() });
    }
    setValues({});
    await sendCommand(sessionId, { type: 'agent.restart' });
  };
  return (
    <form
      className={styles.key}
      onSubmit={(event) => {
        event.preventDefault();
        if (given.length === 0) return;
        setBusy(true);
        save()
          .catch(reportError)
          .finally(() => setBusy(false));
      }}
    >
      {variables.map((name) => (
        <Field key={name} label={visibleLine(name)}>
          <TextField
            type="password"
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        </Field>
      ))}
      <Button type="submit" variant="primary" busy={busy} disabled={given.length === 0}>
        Save and restart
      </Button>
    </form>
  );
}

/** A form for a key that goes only to main: it is neither stored nor logged here. */
function KeyForm({
  name,
  busy,
  onSubmit,
}: {
  name: string;
  busy: boolean;
  onSubmit(key: string): void;
}) {
  const [key, setKey] = useState('');
  return (
    <form
      className={styles.key}
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() === '') return;
        onSubmit(key.trim());
        setKey('');
      }}
    >
      <Field label={name}>
        <TextField
          type="password"
          value={key}
          placeholder="API key"
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="primary" busy={busy} disabled={key.trim() === ''}>
        Log in
      </Button>
    </form>
  );
}

function MethodHint({ method }: { readonly method: AuthenticationMethod }) {
  const { how, description } = method;
  const { sessionId } = useThread();
  const agent = useSessionHead(sessionId)?.agent;
  const definition = useSettings(({ agents }) => (agent ? agents[agent.id] : undefined));
  const program = definition
    ? [definition.command, ...(definition.args ?? [])].join(' ')
    : (agent?.name ?? '');
  return (
    <>
      {description && <p className={styles.hint}>{visibleLine(description)}</p>}
      {how.type === 'environment' && (
        <p className={styles.hint}>
          Kept in the system’s key store, or in memory where there is none, and given to the agent
          as {how.variables.map(visibleLine).join(', ')}. If it is set already, use the button.
        </p>
      )}
      {how.type === 'terminal' && (
        <p className={styles.hint}>
          Runs <code>{visibleLine([how.command ?? program, ...how.args].join(' ').trim())}</code>
        </p>
      )}
    </>
  );
}
