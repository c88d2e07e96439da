import { Paperclip } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { reportError } from '#window/diagnostics/reportError';
import { AttachmentList } from '#window/features/composer/attachments/AttachmentList';
import { attachHandlers } from '#window/features/composer/attachments/attachHandlers';
import { attach } from '#window/features/composer/attachments/attachments';
import { useDrop } from '#window/features/composer/attachments/useDrop';
import { AttachButton } from '#window/features/composer/ComposerToolbar';
import { ATTACHMENTS } from '#window/features/composer/limits';
import { optionId, SuggestionPopup } from '#window/features/composer/suggestions/SuggestionPopup';
import type { Suggestion } from '#window/features/composer/suggestions/suggestions';
import { complete } from '#window/features/composer/suggestions/trigger';
import { useSuggestions } from '#window/features/composer/suggestions/useSuggestions';
import { withAttached } from '#window/features/composer/useComposer';
import { pathOf } from '#window/ipc/client';
import type { StartPromptProps } from '#window/state/startPrompt';
import { TextArea } from '#window/ui/form/TextArea';
import styles from './StartPromptField.module.css';
import { startDraft } from './startDraft';

/**
 * The prompt in the form for a new session: `@` mentions files of the folder, others are attached.
 */
export function StartPromptField(props: StartPromptProps) {
  const { folder, text, fieldRef } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const { attachments } = useStore(startDraft);
  const [caret, setCaret] = useState<number | null>(null);
  // A list opens for typed text, not for a completion.
  const [typed, setTyped] = useState<string | null>(null);
  const nextCaret = useRef<number | null>(null);
  const list = useSuggestions({
    place: { type: 'folder', folder: folder.trim() },
    commands: [],
    text,
    caret: typed === text ? caret : null,
  });

  useLayoutEffect(() => {
    const at = nextCaret.current;
    if (at === null) return;
    nextCaret.current = null;
    fieldRef.current?.setSelectionRange(at, at);
  });

  const choose = (item: Suggestion | undefined) => {
    if (item === undefined || list.trigger === null) return;
    const completed = complete(text, list.trigger, item.replacement);
    nextCaret.current = completed.caret;
    props.onText(completed.text);
    const { path } = item;
    if (path !== null) {
      startDraft.setState(({ mentions }) => ({ mentions: [...mentions, path] }));
    }
  };

  const { notice, add } = useAttaching(props);
  const isOver = useDrop(root, add);

  const pressKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || list.trigger === null || !isListKey(event)) {
      props.onKeyDown(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'ArrowDown') list.move(1);
    else if (event.key === 'ArrowUp') list.move(-1);
    else if (event.key === 'Escape') list.dismiss();
    else choose(list.items[list.active]);
  };

  const listId = `${id}-list`;
  return (
    <div ref={root} className={styles.root} data-over={isOver || undefined}>
      <SuggestionPopup id={listId} list={list} onChoose={choose} />
      <TextArea
        ref={fieldRef}
        value={text}
        placeholder={props.placeholder}
        readOnly={props.readOnly}
        aria-autocomplete="list"
        aria-controls={list.trigger ? listId : undefined}
        aria-activedescendant={list.trigger ? optionId(listId, list.active) : undefined}
        onChange={(event) => {
          props.onText(event.target.value);
          setTyped(event.target.value);
          setCaret(event.target.selectionStart);
        }}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
          setCaret(selectionStart === selectionEnd ? selectionStart : null)
        }
        onBlur={() => setCaret(null)}
        onKeyDown={pressKey}
        {...attachHandlers(add)}
      />
      <div className={styles.files}>
        <AttachButton icon={Paperclip} label="Attach files" onFiles={add} />
        <AttachmentList
          attachments={attachments}
          onRemove={(removed) =>
            startDraft.setState({ attachments: attachments.filter((one) => one.id !== removed) })
          }
        />
        {notice !== null && (
          <span className={styles.notice} role="status">
            {notice}
          </span>
        )}
      </div>
    </div>
  );
}

/** Attaches files to the prompt; `notice` says why one was not. */
function useAttaching({ folder, text, onText }: StartPromptProps) {
  const [notice, setNotice] = useState<string | null>(null);
  const addFiles = async (files: readonly File[]) => {
    setNotice(null);
    let now = text;
    for (const file of files) {
      const draft = startDraft.getState();
      if (draft.attachments.length >= ATTACHMENTS) {
        setNotice(`A prompt can have at most ${ATTACHMENTS} files.`);
        return;
      }
      const place = { folders: [folder.trim()], whyNoImages: null, whyNoAudio: null };
      const result = await attach(file, { ...place, path: pathOf(file) });
      if (result.type === 'refused') {
        setNotice(result.reason);
        continue;
      }
      const { text: next = now, ...rest } = withAttached({ ...draft, text: now }, result);
      startDraft.setState(rest);
      now = next;
      onText(now);
    }
  };
  const add = (files: readonly File[]) => void addFiles(files).catch(reportError);
  return { notice, add };
}

/** Enter with a modifier is not a list key: it starts the session. */
function isListKey({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (key === 'Enter' || key === 'Tab') return !shiftKey && !ctrlKey && !metaKey;
  return key === 'ArrowDown' || key === 'ArrowUp' || key === 'Escape';
}
