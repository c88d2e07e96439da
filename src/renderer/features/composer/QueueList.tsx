import { ListEnd, Pencil, Play, X } from 'lucide-react';
import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { SessionCommand } from '#shared/session/commands';
import type { ContentBlock } from '#shared/session/content';
import type { QueuedPrompt, SessionHead } from '#shared/session/state';
import { refusalOf } from '#window/actions/refusal';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { TextArea } from '#window/ui/form/TextArea';
import { Icon } from '#window/ui/Icon';
import { dropEdit, editOf, keepEdit, saveEdit } from './draft/queuedEdits';
import styles from './QueueList.module.css';

/** Prompts that wait for their turn. They can be changed until they are sent. */
export function QueueList({ head }: { readonly head: SessionHead }) {
  const isWaiting =
    head.turn !== null || head.connection.type === 'starting' || head.setup !== null;
  const canResume = !isWaiting && refusalOf(head, { type: 'queue.resume' }) === null;
  return (
    <section className={styles.queue} aria-label="Queued">
      <div className={styles.head}>
        <Icon icon={ListEnd} size="small" />
        <span className={styles.title}>{isWaiting ? 'Queued' : 'Not sent yet'}</span>
        {canResume && (
          <Button
            size="small"
            icon={Play}
            onClick={() => dispatch(head.id, { type: 'queue.resume' })}
          >
            Send queue
          </Button>
        )}
      </div>
      <ol className={styles.list}>
        {head.queue.map((prompt) => (
          <QueueItem key={prompt.promptId} sessionId={head.id} prompt={prompt} />
        ))}
      </ol>
    </section>
  );
}

interface QueueItemProps {
  readonly sessionId: SessionId;
  readonly prompt: QueuedPrompt;
}

function QueueItem({ sessionId, prompt }: QueueItemProps) {
  const { promptId, content } = prompt;
  if (prompt.isPaused) return <QueueEditor sessionId={sessionId} prompt={prompt} />;
  const others = content.filter((block) => block.type !== 'text').length;
  return (
    <li className={styles.item}>
      <span className={styles.text}>{textOf(content) || 'No text'}</span>
      {others > 0 && <span className={styles.others}>{`+${others}`}</span>}
      <IconButton
        icon={Pencil}
        label="Edit"
        size="small"
        onClick={() => dispatch(sessionId, { type: 'prompt.pause', promptId, paused: true })}
      />
      <IconButton
        icon={X}
        label="Remove"
        size="small"
        onClick={() => dispatch(sessionId, { type: 'prompt.remove', promptId })}
      />
    </li>
  );
}

/** The prompt is not sent before the edit is saved or cancelled. */
function QueueEditor({ sessionId, prompt: { promptId, content } }: QueueItemProps) {
  const [edited, setEdited] = useState(() => editOf(sessionId, promptId)?.text ?? textOf(content));
  const isBlank = edited.trim() === '';
  const type = (text: string) => {
    setEdited(text);
    keepEdit(sessionId, promptId, text);
  };
  const save = () => {
    if (!isBlank) saveEdit(sessionId, promptId, withText(content, edited), edited);
  };
  const cancel = () => {
    dropEdit(sessionId, promptId);
    dispatch(sessionId, { type: 'prompt.pause', promptId, paused: false });
  };
  return (
    <li className={styles.editor}>
      <TextArea
        autoFocus
        aria-label="Queued prompt"
        value={edited}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel();
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div className={styles.actions}>
        <Button size="small" variant="primary" disabled={isBlank} onClick={save}>
          Save
        </Button>
        <Button size="small" variant="ghost" onClick={cancel}>
          Cancel
        </Button>
        <span className={styles.paused}>Paused while you edit it</span>
      </div>
    </li>
  );
}

function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n\n');
}

/** Replaces the text, and keeps all other content. */
function withText(content: readonly ContentBlock[], text: string): readonly ContentBlock[] {
  return [{ type: 'text', text: text.trim() }, ...content.filter(({ type }) => type !== 'text')];
}

function dispatch(sessionId: SessionId, command: SessionCommand): void {
  call('sessions.command', { sessionId, command }).catch(reportError);
}
