import { Check, CircleHelp, ShieldQuestion, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { PermissionEntry } from '#shared/session/entries';
import { requestFacts } from '#shared/session/request/requestFacts';
import type { PermissionOption } from '#shared/session/request/requests';
import { useBody } from '#window/features/thread/bodies';
import { OPTION_KEYS } from '#window/features/thread/limits';
import { KEPT_IN_SIGHT_MARK } from '#window/features/thread/scroll/useStickToEnd';
import { useCommandSender } from '#window/features/thread/sendCommand';
import { MessageText, TitleText } from '#window/features/thread/TitleText';
import { useThread } from '#window/features/thread/threadContext';
import { useSessionHead } from '#window/state/session/sessionModels';
import { classNames } from '#window/ui/classNames';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import { Spinner } from '#window/ui/Spinner';
import { visibleLine } from '#window/ui/text/visibleText';
import { AskedFactsView } from './AskedFactsView';
import { registerQuestion } from './openQuestions';
import styles from './PermissionCard.module.css';
import { ProposeRule } from './ProposeRule';
import {
  isSaidByName,
  meaningOf,
  optionFor,
  optionKey,
  type PermissionTone,
} from './permissionOptions';
import { useArming } from './useArming';

/**
 * An open question. The effect is shown from the request itself; what the agent says about it is a
 * quotation. Each answer has the agent's name for it and an explanation in our words.
 */
export function PermissionCard({ entry }: { readonly entry: PermissionEntry }) {
  const { sessionId, focusTranscript } = useThread();
  const { question, requestId, change } = entry;
  const card = useRef<HTMLDivElement>(null);
  const armed = useArming(card, change?.revision);
  const [busy, send] = useCommandSender(sessionId);
  const canAnswer = armed && !busy;
  /** The user answered too early, and must learn that the answer did not count. */
  const [isEarly, setEarly] = useState(false);
  const isFirst = useSessionHead(sessionId)?.openRequests[0] === entry.id;

  const answer = (option: PermissionOption) => {
    if (!armed) setEarly(true);
    if (!canAnswer) return;
    if (card.current?.contains(document.activeElement)) focusTranscript();
    const revision = change?.revision;
    send({ type: 'permission.answer', requestId, optionId: option.id, revision });
  };

  const options = useRef<HTMLDivElement>(null);
  const pressKey = useEffectEvent((key: string) => {
    const option = question.options[Number(key) - 1];
    if (option) answer(option);
  });
  useEffect(() => {
    if (!isFirst) return;
    return registerQuestion(sessionId, {
      isInFront: () => isWithinScroller(options.current),
      press: (key) => pressKey(key),
    });
  }, [sessionId, isFirst]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a layout of its own and no keys.
    <div
      ref={card}
      role="group"
      aria-label="Permission request"
      className={styles.card}
      {...(isFirst && { [KEPT_IN_SIGHT_MARK]: '' })}
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
        <span className={styles.heading}>{headingOf(question)}</span>
        <span className={styles.arming} role="status">
          {busy && <Spinner size="small" />}
          {!busy && !armed && 'One moment…'}
          {!busy && armed && isEarly && 'Not answered: that was too soon. Answer again.'}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it. */}
      <section className={styles.body} aria-label="What would happen" tabIndex={0}>
        <AskedFactsView entry={entry} />
        {question.asker !== 'app' && <AgentSays question={question} />}
      </section>
      <div
        ref={options}
        className={styles.options}
        data-many={question.options.length > OPTION_KEYS || undefined}
      >
        {question.options.map((option, index) => (
          <OptionButton
            key={option.id}
            option={option}
            asker={question.asker}
            shortcut={optionKey(index)}
            ready={canAnswer}
            onChoose={() => answer(option)}
          />
        ))}
      </div>
      <ProposeRule entry={entry} />
      {question.options.length === 0 && (
        <p className={styles.none}>The agent offers no answers. Stop the turn to continue.</p>
      )}
    </div>
  );
}

/** What the agent says about its request, unless it only repeats the command. */
function AgentSays({ question }: Pick<PermissionEntry, 'question'>) {
  const { sessionId } = useThread();
  const { title, description, asked } = question;
  const input = useBody(sessionId, asked?.input ?? null);
  const { command } = requestFacts(input.state === 'ready' ? input.text : null);
  const isRepeated = command !== null && title.replaceAll('`', '').trim() === command.trim();
  if (isRepeated && !description) return null;
  return (
    <figure className={styles.says}>
      <figcaption className={styles.sayer}>The agent says</figcaption>
      <blockquote className={styles.quote}>
        {!isRepeated && <TitleText text={title} />}
        {description && (
          <p className={styles.description}>
            <MessageText text={description} />
          </p>
        )}
      </blockquote>
    </figure>
  );
}

function headingOf({ asker, asked }: PermissionEntry['question']): string {
  if (asker !== 'app') return 'The agent asks for permission';
  if (asked?.toolKind === 'edit') return 'The agent wants to write a file';
  if (asked?.toolKind === 'read') return 'The agent wants to read a file';
  return 'The agent wants to run a command';
}

/** Whether all of the element is visible, apart from its border. */
function isWithinScroller(element: Element | null): boolean {
  const scroller = element?.closest('[role="log"]');
  if (!element || !scroller) return element !== null;
  const box = element.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  return box.top >= view.top - EDGE_PIXELS && box.bottom <= view.bottom + EDGE_PIXELS;
}

const EDGE_PIXELS = 4;

const icons = { allow: Check, reject: X, unclear: CircleHelp } satisfies Record<
  PermissionTone,
  unknown
>;

interface OptionButtonProps {
  readonly option: PermissionOption;
  readonly asker: 'app' | undefined;
  readonly shortcut: string | null;
  readonly ready: boolean;
  onChoose(): void;
}

function OptionButton({ option, asker, shortcut, ready, onChoose }: OptionButtonProps) {
  const id = useId();
  const { tone, text, short } = meaningOf(option.kind, asker);
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
      {...tooltip({ text: `${name}\n${text}`, side: 'top' })}
    >
      {shortcut !== null && <kbd className={styles.key}>{shortcut}</kbd>}
      <span className={styles.optionIcon}>
        <Icon icon={icons[tone]} size="small" />
      </span>
      <span className={styles.optionText} data-unsaid={!isSaidByName(option) || undefined}>
        <bdi className={styles.optionName}>{name}</bdi>
        <span id={id} className={styles.meaning}>
          {text}
        </span>
        <span className={styles.short} aria-hidden="true">
          {short}
        </span>
      </span>
    </button>
  );
}
