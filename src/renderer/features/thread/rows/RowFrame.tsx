import { Check, Copy } from 'lucide-react';
import { memo, useState } from 'react';
import type { EntryId, TurnId } from '#shared/ids';
import type { Entry } from '#shared/session/entries';
import { reportError } from '../../../diagnostics/reportError';
import { sessionModel, useEntry } from '../../../state/sessionModels';
import { IconButton } from '../../../ui/IconButton';
import { copyEntry } from '../copyEntry';
import { useThread } from '../threadContext';
import { kindOf, type ThreadRow } from '../threadRows';
import { EntryView } from './EntryView';
import { RewindButton } from './RewindButton';
import styles from './RowFrame.module.css';

interface RowFrameProps extends Pick<ThreadRow, 'nested' | 'tight' | 'closes'> {
  readonly id: EntryId;
  readonly live: boolean;
}

/** A row's place in the column, and what the pointer brings out: its time and a way to copy it. */
export const RowFrame = memo(function RowFrame(props: RowFrameProps) {
  const { sessionId } = useThread();
  const { id, live } = props;
  const entry = useEntry(sessionId, id);
  // Made when they are wanted: hundreds of hidden buttons slow each frame, and the way by Tab.
  const [isNear, setIsNear] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tells where the user is.
    <div
      className={styles.row}
      data-entry={id}
      data-kind={kindOf(id)}
      data-nested={props.nested || undefined}
      data-tight={props.tight || undefined}
      data-closes={props.closes || undefined}
      onPointerEnter={() => setIsNear(true)}
      onPointerLeave={() => setIsNear(false)}
      onFocus={() => setIsNear(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsNear(false);
      }}
    >
      {entry === undefined ? (
        <div className={styles.absent} />
      ) : (
        <>
          <div className={styles.content} data-find>
            <EntryView entry={entry} live={live} />
          </div>
          {isNear && <RowActions id={id} at={entry.at} begins={turnBegunBy(entry)} />}
        </>
      )}
    </div>
  );
});

const RowActions = memo(function RowActions({
  id,
  at,
  begins,
}: {
  readonly id: EntryId;
  readonly at: number;
  readonly begins: TurnId | null;
}) {
  const time = new Date(at);
  return (
    <div className={styles.actions}>
      <time className={styles.time} dateTime={time.toISOString()} title={time.toLocaleString()}>
        {time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
      </time>
      {begins !== null && <RewindButton turnId={begins} />}
      <CopyRow id={id} />
    </div>
  );
});

function turnBegunBy(entry: Entry): TurnId | null {
  return entry.kind === 'message' && entry.role === 'user' ? entry.turnId : null;
}

const COPIED_MILLISECONDS = 1_500;

function CopyRow({ id }: { readonly id: EntryId }) {
  const { sessionId } = useThread();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // Read when it is wanted: subscribing would draw the button again with every word that comes.
    const entry = sessionModel(sessionId)?.entry(id);
    if (entry === undefined) return;
    copyEntry(sessionId, entry)
      .then(() => {
        setCopied(true);
        setTimeout(() => setCopied(false), COPIED_MILLISECONDS);
      })
      .catch(reportError);
  };
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? 'Copied' : 'Copy as Markdown'}
      size="small"
      onClick={copy}
    />
  );
}
