import { ListEnd, Pencil, Play, X } from 'lucide-react';
import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { SessionCommand } from '#shared/session/commands';
import type { ContentBlock } from '#shared/session/content';
import type { QueuedPrompt, SessionHead } from '#shared/session/state';
import { reportError } from '../../diagnostics/reportError';
import { call } from '../../ipc/client';
import { refusalOf } from '../../state/refusal';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { TextArea } from '../../ui/TextArea';
import styles from './QueueList.module.css';

/** Prompts that wait for their turn. They can be changed until they are sent. */
export function QueueList({ head }: { readonly head: SessionHead }) {
  const isWaiting =
    head.turn !== null || head.connection.type === 'starting' || head.setup !== null;
  const canResume = !isWaiting && refusalOf(head, { type: 'queue.resume' }) === null;
  return (
    <section className={styles.queue} aria-label="Sends next">
      <div className={styles.head}>
        <Icon icon={ListEnd} size="small" />
        <span className={styles.title}>{isWaiting ? 'Sends next' : 'Not sent yet'}</span>
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
  const [edited, setEdited] = useState<string | null>(null);
  const { promptId, content } = prompt;
  const text = textOf(content);
  if (edited === null) {
    const others = content.filter((block) => block.type !== 'text').length;
    return (
      <li className={styles.item}>
        <span className={styles.text}>{text || 'No text'}</span>
        {others > 0 && <span className={styles.others}>{`+${others}`}</span>}
        <IconButton icon={Pencil} label="Edit" size="small" onClick={() => setEdited(text)} />
        <IconButton
          icon={X}
          label="Remove"
          size="small"
          onClick={() => dispatch(sessionId, { type: 'prompt.remove', promptId })}
        />
      </li>
    );
  }
  const save = () => {
    if (edited.trim() === '') return;
    dispatch(sessionId, { type: 'prompt.edit', promptId, content: withText(content, edited) });
    setEdited(null);
  };
  return (
    <li className={styles.editor}>
      <TextArea
        autoFocus
        aria-label="Queued prompt"
        value={edited}
        onChange={(event) => setEdited(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setEdited(null);
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div className={styles.actions}>
        <Button size="small" variant="primary" disabled={edited.trim() === ''} onClick={save}>
          Save
        </Button>
        <Button size="small" variant="ghost" onClick={() => setEdited(null)}>
          Cancel
        </Button>
      </div>
    </li>
  );
}

function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n\n');
}

/** Everything that is not text stays as it was. */
function withText(content: readonly ContentBlock[], text: string): readonly ContentBlock[] {
  return [{ type: 'text', text: text.trim() }, ...content.filter(({ type }) => type !== 'text')];
}

function dispatch(sessionId: SessionId, command: SessionCommand): void {
  call('sessions.command', { sessionId, command }).catch(reportError);
}
