import { Check, CircleHelp, ShieldQuestion, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { entryId, type PermissionEntry } from '#shared/session/entries';
import type { PermissionOption } from '#shared/session/requests';
import { useEntry } from '../../../state/sessionModels';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import { Spinner } from '../../../ui/Spinner';
import { visibleLine } from '../../../ui/visibleText';
import { OPTION_KEYS } from '../limits';
import { useCommandSender } from '../sendCommand';
import { TitleText } from '../TitleText';
import { useThread } from '../threadContext';
import styles from './PermissionCard.module.css';
import { keyOf, meaningOf, optionFor, type PermissionTone } from './permissionOptions';
import { RequestFactsView } from './RequestFactsView';
import { useArming } from './useArming';

/**
 * An open question. What would happen is shown from the request itself; what the agent says about
 * it is a quotation. Each answer is named as the agent names it and explained in our words.
 */
export function PermissionCard({ entry }: { readonly entry: PermissionEntry }) {
  const { sessionId, focusTranscript } = useThread();
  const { question, requestId } = entry;
  const card = useRef<HTMLDivElement>(null);
  const armed = useArming(card);
  const [busy, send] = useCommandSender(sessionId);
  const canAnswer = armed && !busy;

  const answer = (option: PermissionOption) => {
    if (!canAnswer) return;
    if (card.current?.contains(document.activeElement)) focusTranscript();
    send({ type: 'permission.answer', requestId, optionId: option.id });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a layout of its own and no keys.
    <div
      ref={card}
      role="group"
      aria-label="Permission request"
      className={styles.card}
      tabIndex={-1}
      onKeyDown={(event) => {
        const option = optionFor(event, question.options);
        if (option === undefined) return;
        event.preventDefault();
        answer(option);
      }}
    >
      <div className={styles.head}>
        <Icon icon={ShieldQuestion} />
        <span className={styles.heading}>The agent asks for permission</span>
        {!armed && <span className={styles.arming}>One moment…</span>}
      </div>
      {question.toolCallId !== null && <ToolFacts toolCallId={question.toolCallId} />}
      <figure className={styles.says}>
        <figcaption className={styles.sayer}>The agent says</figcaption>
        <blockquote className={styles.quote}>
          <TitleText text={question.title} />
          {question.description && (
            <p className={styles.description}>
              <TitleText text={question.description} />
            </p>
          )}
        </blockquote>
      </figure>
      <div
        className={styles.options}
        data-many={question.options.length > OPTION_KEYS || undefined}
      >
        {question.options.map((option, index) => (
          <OptionButton
            key={option.id}
            option={option}
            shortcut={keyOf(index)}
            ready={canAnswer}
            onChoose={() => answer(option)}
          />
        ))}
      </div>
      {question.options.length === 0 && (
        <p className={styles.none}>The agent offers no answer. Stop the turn to go on.</p>
      )}
      {busy && <Spinner size="small" />}
    </div>
  );
}

function ToolFacts({ toolCallId }: { readonly toolCallId: string }) {
  const { sessionId } = useThread();
  const entry = useEntry(sessionId, entryId('tool', toolCallId));
  return entry?.kind === 'tool' ? <RequestFactsView entry={entry} /> : null;
}

const icons = { allow: Check, reject: X, unclear: CircleHelp } satisfies Record<
  PermissionTone,
  unknown
>;

interface OptionButtonProps {
  readonly option: PermissionOption;
  readonly shortcut: string | null;
  readonly ready: boolean;
  onChoose(): void;
}

function OptionButton({ option, shortcut, ready, onChoose }: OptionButtonProps) {
  const id = useId();
  const { tone, text } = meaningOf(option.kind);
  const name = visibleLine(option.name.trim()) || 'No name';
  return (
    <button
      type="button"
      className={classNames(styles.option, styles[tone])}
      aria-label={name}
      aria-describedby={id}
      aria-disabled={!ready}
      aria-keyshortcuts={shortcut ?? undefined}
      onClick={onChoose}
    >
      {shortcut !== null && <kbd className={styles.key}>{shortcut}</kbd>}
      <span className={styles.optionIcon}>
        <Icon icon={icons[tone]} size="small" />
      </span>
      <span className={styles.optionText}>
        <bdi className={styles.optionName}>{name}</bdi>
        <span id={id} className={styles.meaning}>
          {text}
        </span>
      </span>
    </button>
  );
}
