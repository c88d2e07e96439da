import { CircleHelp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ElicitationEntry } from '#shared/session/entries';
import type { FormValue } from '#shared/session/request/requests';
import { answeredBy } from '#window/features/thread/answeredBy';
import { useArming } from '#window/features/thread/permission/useArming';
import { MessageText } from '#window/features/thread/TitleText';
import { useThread } from '#window/features/thread/threadContext';
import { Icon } from '#window/ui/Icon';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './Elicitation.module.css';
import { ElicitationForm } from './ElicitationForm';
import { UrlQuestion } from './UrlQuestion';

/** An open question with a form or an address; afterwards its result. */
export function ElicitationRow({ entry }: { readonly entry: ElicitationEntry }) {
  return entry.answer === null ? (
    <OpenQuestion entry={entry} />
  ) : (
    <Answered entry={entry} answer={entry.answer} />
  );
}

function OpenQuestion({ entry }: { readonly entry: ElicitationEntry }) {
  const card = useRef<HTMLDivElement>(null);
  const ready = useArming(card);
  const { body, message } = entry.question;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a layout of its own.
    <div ref={card} role="group" aria-label="Question" className={styles.card} tabIndex={-1}>
      <div className={styles.head}>
        <Icon icon={CircleHelp} />
        <span className={styles.heading}>The agent asks</span>
      </div>
      <p className={styles.message}>
        <MessageText text={message} />
      </p>
      {body.type === 'form' ? (
        <ElicitationForm entry={entry} fields={body.fields} ready={ready} />
      ) : (
        <UrlQuestion entry={entry} url={body.url} ready={ready} />
      )}
    </div>
  );
}

interface AnsweredProps {
  readonly entry: ElicitationEntry;
  readonly answer: NonNullable<ElicitationEntry['answer']>;
}

function Answered({ entry, answer }: AnsweredProps) {
  const { memory } = useThread();
  // The typed values may be secret, so they are not kept longer than needed.
  useEffect(() => memory.forgetDraft(entry.id), [memory, entry.id]);
  const { outcome } = answer;
  const { body } = entry.question;
  const verdict = { accepted: 'Answered', declined: 'Declined', cancelled: 'Not answered' }[
    outcome.type
  ];
  const values = outcome.type === 'accepted' ? Object.entries(outcome.values) : [];
  const titles = new Map(
    body.type === 'form' ? body.fields.map((field) => [field.key, field.title]) : [],
  );
  return (
    <div className={styles.answered}>
      <p>
        <span className={styles.verdict}>{verdict}</span>{' '}
        <span className={styles.by}>{answeredBy(answer.by)}: </span>
        <MessageText text={entry.question.message} />
        {body.type === 'url' && outcome.type === 'accepted' && !entry.completed && (
          <span className={styles.by}> (continues in the browser)</span>
        )}
      </p>
      {values.length > 0 && (
        <dl className={styles.values}>
          {values.map(([key, value]) => (
            <div key={key} className={styles.value}>
              <dt>{visibleLine(titles.get(key) ?? key)}</dt>
              <dd>{valueText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function valueText(value: FormValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? value.join(', ') : String(value);
}
