import { type KeyboardEvent, useState } from 'react';
import type { MessageEntry } from '#shared/session/entries';
import { refusalOf } from '#window/actions/refusal';
import { rewindFiles } from '#window/actions/rewindFiles';
import { reportError } from '#window/diagnostics/reportError';
import { KEPT_IN_SIGHT_MARK } from '#window/features/thread/scroll/useStickToEnd';
import { sendCommand } from '#window/features/thread/sendCommand';
import { useThread } from '#window/features/thread/threadContext';
import { isMac } from '#window/state/appInfoStore';
import { useSessionChanges } from '#window/state/session/sessionChanges';
import { useSessionHead } from '#window/state/session/sessionModels';
import { dropUnfinished, keepUnfinished, unfinishedTexts } from '#window/state/unfinishedTexts';
import { Button } from '#window/ui/form/Button';
import { Checkbox } from '#window/ui/form/Checkbox';
import { TextArea } from '#window/ui/form/TextArea';
import styles from './MessageRow.module.css';

interface PromptEditorProps {
  readonly entry: MessageEntry;
  onDone(): void;
}

/**
 * Changes a prompt that was sent and sends it again as a new prompt, because no agent forgets the
 * first.
 */
export function PromptEditor({ entry, onDone }: PromptEditorProps) {
  const { sessionId, focusTranscript } = useThread();
  const head = useSessionHead(sessionId);
  const checkpoints = useSessionChanges(sessionId)?.checkpoints ?? [];
  const canRewind = checkpoints.some(({ turnId }) => turnId === entry.turnId);
  const [rewinds, setRewinds] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const key = `prompt ${entry.id}`;
  const sent = entry.blocks.find((block) => block.type === 'text')?.text ?? '';
  const [text, setText] = useState(() => unfinishedTexts(sessionId).get(key)?.text ?? sent);
  const others = entry.blocks.filter((block, index) => index > 0 || block.type !== 'text');
  const content = [{ type: 'text', text: text.trim() } as const, ...others];
  const isWorking = head?.turn != null;
  const refusal =
    head === undefined
      ? 'The session is loading.'
      : rewinds && isWorking
        ? 'Files can be rewound once the agent has finished.'
        : refusalOf(head, { type: 'prompt.send', content });
  const close = () => {
    dropUnfinished(sessionId, key);
    onDone();
    focusTranscript();
  };
  const send = () => {
    if (text.trim() === '' || refusal !== null || isBusy) return;
    setBusy(true);
    const rewound =
      rewinds && canRewind && entry.turnId !== null
        ? rewindFiles(sessionId, entry.turnId)
        : Promise.resolve();
    rewound
      .then(() => sendCommand(sessionId, { type: 'prompt.send', content }))
      .then(close)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && (isMac() ? event.metaKey : event.ctrlKey)) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <fieldset className={styles.editor} aria-label="Edit prompt" {...{ [KEPT_IN_SIGHT_MARK]: '' }}>
      <TextArea
        aria-label="Edited prompt"
        rows={Math.min(Math.max(text.split('\n').length, 2), 12)}
        value={text}
        // The editor takes the focus because the user asked for it.
        ref={(element: HTMLTextAreaElement | null) => element?.focus({ preventScroll: true })}
        onChange={(event) => {
          setText(event.target.value);
          keepUnfinished(sessionId, key, { text: event.target.value, about: entry.id });
        }}
        onKeyDown={pressKey}
      />
      <p className={styles.editorNote}>
        It is sent as a new prompt. The agent still knows the earlier one and its own answer.
      </p>
      <div className={styles.editorButtons}>
        {canRewind && (
          <Checkbox
            label="Rewind files to before this prompt"
            checked={rewinds}
            onChange={setRewinds}
          />
        )}
        <span className={styles.editorAnswers}>
          <Button size="small" variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button
            size="small"
            variant="primary"
            busy={isBusy}
            disabled={text.trim() === ''}
            reason={refusal}
            onClick={send}
          >
            Send again
          </Button>
        </span>
      </div>
    </fieldset>
  );
}
