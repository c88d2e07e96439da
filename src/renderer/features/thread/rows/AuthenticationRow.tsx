import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AuthenticationMethod } from '#shared/session/agent';
import type { AuthenticationEntry } from '#shared/session/entries';
import { reportError } from '../../../diagnostics/reportError';
import { call } from '../../../ipc/client';
import { useSessionHead } from '../../../state/sessionModels';
import { showTerminal } from '../../../state/terminalToShow';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { TextField } from '../../../ui/TextField';
import { visibleLine } from '../../../ui/visibleText';
import { useCommandSender } from '../sendCommand';
import { TitleText } from '../TitleText';
import { useThread } from '../threadContext';
import styles from './AuthenticationRow.module.css';
import { Note } from './Note';

/** Until the terminal is drawn and has its own. */
const LOGIN_SIZE = { columns: 100, rows: 24 };

/** The agent wants a login. Each way that it offers is a button; a key is asked for here. */
export function AuthenticationRow({ entry }: { readonly entry: AuthenticationEntry }) {
  const { sessionId } = useThread();
  const head = useSessionHead(sessionId);
  const isOpen = !entry.done && head?.connection.type === 'authentication';
  if (!isOpen) {
    const title = entry.done ? 'Logged in.' : 'A login was needed.';
    return <Note icon={KeyRound} tone="quiet" title={title} />;
  }
  return (
    <Note icon={KeyRound} tone="waiting" title="The agent needs you to log in">
      {entry.message !== '' && <TitleText text={entry.message} />}
      {entry.methods.length === 0 && (
        <p>It offers no way to do so from here. Log in with its own program and restart it.</p>
      )}
      <ul className={styles.methods}>
        {entry.methods.map((method) => (
          <li key={method.id}>
            <Method method={method} />
          </li>
        ))}
      </ul>
    </Note>
  );
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
  const isInTerminal = method.how.type === 'terminal';
  const logIn = () => {
    call('terminals.login', { sessionId, methodId: method.id, size: LOGIN_SIZE }).then(
      showTerminal,
      reportError,
    );
  };
  return (
    <div className={styles.method}>
      {method.how.type === 'api-key' ? (
        <KeyForm name={name} busy={busy} onSubmit={start} />
      ) : (
        <Button busy={busy} onClick={() => (isInTerminal ? logIn() : start())}>
          {name}
        </Button>
      )}
      <MethodHint method={method} />
    </div>
  );
}

/** The key goes to main and nowhere else: it is neither kept nor logged here. */
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
  return (
    <>
      {description && <p className={styles.hint}>{visibleLine(description)}</p>}
      {how.type === 'environment' && (
        <p className={styles.hint}>
          Needs {how.variables.map(visibleLine).join(', ')} in the agent's environment (settings).
        </p>
      )}
      {how.type === 'terminal' && (
        <p className={styles.hint}>
          Runs <code>{visibleLine([how.command ?? '', ...how.args].join(' ').trim())}</code>
        </p>
      )}
    </>
  );
}
