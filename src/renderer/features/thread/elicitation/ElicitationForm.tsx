import { useCallback, useState, useSyncExternalStore } from 'react';
import type { ElicitationEntry } from '#shared/session/entries';
import type { FormField } from '#shared/session/request/requests';
import { useCommandSender } from '#window/features/thread/sendCommand';
import { useThread } from '#window/features/thread/threadContext';
import { Button } from '#window/ui/form/Button';
import styles from './Elicitation.module.css';
import { ElicitationField } from './ElicitationField';
import { checkForm, type FormDraft, initialDraft } from './formDraft';

interface ElicitationFormProps {
  readonly entry: ElicitationEntry;
  readonly fields: readonly FormField[];
  /** False for a moment after the form appears. */
  readonly ready: boolean;
}

/** Keeps the typed values while the form is scrolled out of view. */
export function ElicitationForm({ entry, fields, ready }: ElicitationFormProps) {
  const { sessionId, focusTranscript } = useThread();
  const { requestId } = entry;
  const [draft, setDraft] = useFormDraft(entry.id, fields);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, send] = useCommandSender(sessionId);

  const answer = (chosen: Parameters<typeof answerOf>[1]) => {
    focusTranscript();
    send(answerOf(requestId, chosen));
  };
  const submit = () => {
    const checked = checkForm(fields, draft);
    const [first] = fields;
    if (!checked.ok) setErrors(checked.errors);
    else if (first !== undefined && Object.keys(checked.values).length === 0) {
      setErrors({ [first.key]: 'Enter an answer, or decline.' });
    } else answer({ type: 'accepted', values: checked.values });
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) submit();
      }}
    >
      {fields.map((field) => (
        <ElicitationField
          key={field.key}
          field={field}
          value={draft[field.key]}
          error={Object.hasOwn(errors, field.key) ? errors[field.key] : undefined}
          onChange={(value) => setDraft({ ...draft, [field.key]: value })}
        />
      ))}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
          Answer
        </Button>
        <Button disabled={busy || !ready} onClick={() => answer({ type: 'declined' })}>
          Decline
        </Button>
        <Button
          variant="ghost"
          disabled={busy || !ready}
          onClick={() => answer({ type: 'cancelled' })}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

function answerOf(
  requestId: ElicitationEntry['requestId'],
  answer: Extract<
    Parameters<ReturnType<typeof useCommandSender>[1]>[0],
    { type: 'elicitation.answer' }
  >['answer'],
) {
  return { type: 'elicitation.answer', requestId, answer } as const;
}

function useFormDraft(
  key: string,
  fields: readonly FormField[],
): [FormDraft, (draft: FormDraft) => void] {
  const { memory } = useThread();
  const [initial] = useState(() => initialDraft(fields));
  const subscribe = useCallback(
    (listener: () => void) => memory.subscribe(key, listener),
    [memory, key],
  );
  const draft = useSyncExternalStore(subscribe, () => memory.draft(key)) ?? initial;
  return [draft, (next) => memory.setDraft(key, next)];
}
