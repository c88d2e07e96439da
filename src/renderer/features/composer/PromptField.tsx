import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { SessionHead } from '#shared/session/state';
import { useSettings } from '#window/state/settingsStore';
import { attachHandlers } from './attachments/attachHandlers';
import styles from './Composer.module.css';
import { registerComposer } from './composerHandles';
import { draftOf } from './draft/draftStore';
import { promptHistory } from './draft/historyStore';
import { optionId, SuggestionPopup } from './suggestions/SuggestionPopup';
import { commandHint, type Suggestion } from './suggestions/suggestions';
import { complete } from './suggestions/trigger';
import { useSuggestions } from './suggestions/useSuggestions';
import type { ComposerModel } from './useComposer';
import { usePromptKeys } from './usePromptKeys';

interface PromptFieldProps {
  readonly sessionId: SessionId;
  readonly head: SessionHead | undefined;
  readonly composer: ComposerModel;
}

export function PromptField({ sessionId, head, composer }: PromptFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  // A list opens for typed text, not for text from the history or a completion.
  const [typed, setTyped] = useState<string | null>(null);
  const nextCaret = useRef<number | null>(null);
  const enterSends = useSettings((settings) => settings.composer.enterSends);
  const { text } = composer.draft;
  const commands = head?.commands ?? [];
  const list = useSuggestions({
    place: { type: 'session', sessionId },
    commands,
    text,
    caret: typed === text ? caret : null,
  });

  /** Replaces the text, and sets the caret once the text is there. */
  const replace = (next: string, at = next.length) => {
    nextCaret.current = at;
    composer.setText(next);
  };
  const choose = (item: Suggestion | undefined) => {
    if (item === undefined || list.trigger === null) return;
    const completed = complete(text, list.trigger, item.replacement);
    replace(completed.text, completed.caret);
    if (item.path !== null) composer.mention(item.path);
    field.current?.focus();
  };
  const onKeyDown = usePromptKeys({
    list,
    enterSends,
    isWorking: composer.isWorking,
    history: () => (head === undefined ? [] : promptHistory(sessionId, head.project)),
    replace,
    choose: (index) => choose(list.items[index]),
    send: composer.send,
    steer: composer.steer,
    escape: composer.escape,
  });

  useLayoutEffect(() => {
    const at = nextCaret.current;
    if (at === null || field.current === null) return;
    nextCaret.current = null;
    field.current.setSelectionRange(at, at);
    setCaret(at);
  });
  useEffect(
    () =>
      registerComposer(sessionId, {
        focus: () => field.current?.focus(),
        isEmptyAt: (element) => {
          const draft = draftOf(sessionId);
          return element === field.current && draft.text === '' && draft.attachments.length === 0;
        },
      }),
    [sessionId],
  );

  const hint = commandHint(commands, text);
  const listId = `${id}-list`;
  return (
    <div className={styles.field}>
      <SuggestionPopup id={listId} list={list} onChoose={choose} />
      <textarea
        ref={field}
        className={styles.prompt}
        aria-label="Prompt"
        aria-autocomplete="list"
        aria-controls={list.trigger ? listId : undefined}
        aria-activedescendant={list.trigger ? optionId(listId, list.active) : undefined}
        placeholder={placeholderFor(head, composer)}
        rows={1}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          composer.setText(event.currentTarget.value);
          setTyped(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
        }}
        onSelect={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget;
          setCaret(selectionStart === selectionEnd ? selectionStart : null);
        }}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
        {...attachHandlers(composer.addFiles)}
      />
      {hint !== null && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

function placeholderFor(
  head: SessionHead | undefined,
  { isWorking, refusal }: ComposerModel,
): string {
  if (head === undefined) return '';
  if (refusal !== null) return refusal;
  if (head.openRequests[0]?.startsWith('permission:')) {
    return 'Answer with a digit, or write the next prompt…';
  }
  if (isWorking) return 'Write the next prompt…';
  const agent = head.agent.name || 'the agent';
  return head.commands.length > 0
    ? `Ask ${agent}… (@ files, / commands)`
    : `Ask ${agent}… (@ files)`;
}
