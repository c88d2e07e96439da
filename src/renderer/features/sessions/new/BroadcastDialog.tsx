import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { sendPrompt } from '#window/actions/sessionActions';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { panesStore } from '#window/state/layout/panes';
import { titleOf, useSessions } from '#window/state/session/sessionsStore';
import { useSettings } from '#window/state/settingsStore';
import { AgentMark } from '#window/ui/AgentMark';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Checkbox } from '#window/ui/form/Checkbox';
import { Field } from '#window/ui/form/Field';
import { TextArea } from '#window/ui/form/TextArea';
import { Dialog, DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import styles from './BroadcastDialog.module.css';

/** Sends one prompt to several sessions. */
export function BroadcastDialog() {
  const prompt = useRef<HTMLTextAreaElement>(null);
  const isOpen = useDialogIsOpen('broadcast');
  const close = () => closeDialog('broadcast');
  return (
    <Dialog
      open={isOpen}
      title="Send to several sessions"
      initialFocus={() => prompt.current}
      onClose={close}
    >
      {/* Mounted at each opening, so that it starts from what is on screen then. */}
      {isOpen && <BroadcastForm promptRef={prompt} onDone={close} />}
    </Dialog>
  );
}

interface BroadcastFormProps {
  readonly promptRef: RefObject<HTMLTextAreaElement | null>;
  onDone(): void;
}

interface Failure {
  readonly title: string;
  readonly message: string;
}

function BroadcastForm({ promptRef, onDone }: BroadcastFormProps) {
  const sessions = [...(useSessions()?.values() ?? [])]
    .filter(({ archived }) => !archived)
    .toSorted((left, right) => right.createdAt - left.createdAt);
  const enterSends = useSettings((settings) => settings.composer.enterSends);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<SessionId>>(
    () => new Set(panesStore.getState().visible),
  );
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const targets = sessions.filter(({ id }) => chosen.has(id));
  const isReady = text.trim() !== '' && targets.length > 0;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isSending) return;
    setIsSending(true);
    const failed = (await Promise.all(targets.map((target) => sendTo(target, text)))).filter(
      (failure) => failure !== null,
    );
    setIsSending(false);
    if (failed.length === 0) return onDone();
    // Sessions that already received the prompt do not get it again.
    setFailures(failed.map(({ title, message }) => ({ title, message })));
    setChosen(new Set(failed.map(({ id }) => id)));
  };

  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!enterSends && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };

  return (
    <form ref={form} className={styles.form} onSubmit={send}>
      <DialogBody>
        {failures.length > 0 && (
          <Banner tone="danger">
            {failures.map(({ title, message }) => (
              <p key={title}>
                <strong>{title}</strong>: {message}
              </p>
            ))}
          </Banner>
        )}
        <Field label="Prompt">
          <TextArea
            ref={promptRef}
            value={text}
            placeholder="What should all of them do? A session that is working gets it next."
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendByKey}
          />
        </Field>
        <SessionChoice sessions={sessions} chosen={chosen} onChange={setChosen} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!isReady} busy={isSending}>
          {targets.length === 1 ? 'Send to 1 session' : `Send to ${targets.length} sessions`}
        </Button>
      </DialogFooter>
    </form>
  );
}

interface SessionChoiceProps {
  readonly sessions: readonly SessionSummary[];
  readonly chosen: ReadonlySet<SessionId>;
  onChange(chosen: ReadonlySet<SessionId>): void;
}

function SessionChoice({ sessions, chosen, onChange }: SessionChoiceProps) {
  const count = sessions.filter(({ id }) => chosen.has(id)).length;
  const choose = (some: readonly SessionSummary[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const { id } of some) isChosen ? next.add(id) : next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className={styles.targets}>
      <legend className={styles.legend}>Sessions</legend>
      <Checkbox
        label={`All sessions (${sessions.length})`}
        checked={count === sessions.length}
        mixed={count > 0 && count < sessions.length}
        onChange={(isChosen) => choose(sessions, isChosen)}
      />
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Checkbox
              label={titleOf(session)}
              checked={chosen.has(session.id)}
              onChange={(isChosen) => choose([session], isChosen)}
            />
            <span className={styles.agent}>
              <AgentMark id={session.agent.id} />
              {session.agent.name}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

async function sendTo(
  session: SessionSummary,
  text: string,
): Promise<(Failure & { readonly id: SessionId }) | null> {
  try {
    await sendPrompt(session.id, text);
    return null;
  } catch (error) {
    return { id: session.id, title: titleOf(session), message: errorMessage(error) };
  }
}
