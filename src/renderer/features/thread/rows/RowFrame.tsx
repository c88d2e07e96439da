import { Check, Copy } from 'lucide-react';
import { memo, useState } from 'react';
import type { EntryId, TurnId } from '#shared/ids';
import type { Entry } from '#shared/session/entries';
import { reportError } from '../../../diagnostics/reportError';
import { sessionModel, useEntry } from '../../../state/sessionModels';
import { IconButton } from '../../../ui/IconButton';
import { copyEntry } from '../copyEntry';
import { ElicitationRow } from '../elicitation/ElicitationRow';
import { PermissionRow } from '../permission/PermissionRow';
import { useThread } from '../threadContext';
import { kindOf, type ThreadRow } from '../threadRows';
import { ToolRow } from '../tool/ToolRow';
import { AuthenticationRow } from './AuthenticationRow';
import { CompactionRow } from './CompactionRow';
import { ContinuityRow } from './ContinuityRow';
import { FailureRow } from './FailureRow';
import { MessageRow } from './MessageRow';
import { NoticeRow } from './NoticeRow';
import { PlanRow } from './PlanRow';
import { RewindButton } from './RewindButton';
import styles from './RowFrame.module.css';
import { SettingRow } from './SettingRow';
import { SubagentRow } from './SubagentRow';
import { TurnEndRow } from './TurnEndRow';
import { UnknownRow } from './UnknownRow';

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

interface EntryViewProps {
  readonly entry: Entry;
  /** It is the last one of a turn that is under way. */
  readonly live: boolean;
}

/** Each kind of entry in its own way. */
function EntryView({ entry, live }: EntryViewProps) {
  switch (entry.kind) {
    case 'message':
      return <MessageRow entry={entry} live={live} />;
    case 'tool':
      return <ToolRow entry={entry} />;
    case 'plan':
      return <PlanRow entry={entry} />;
    case 'permission':
      return <PermissionRow entry={entry} />;
    case 'elicitation':
      return <ElicitationRow entry={entry} />;
    case 'notice':
      return <NoticeRow entry={entry} />;
    case 'compaction':
      return <CompactionRow entry={entry} />;
    case 'subagent':
      return <SubagentRow entry={entry} />;
    case 'turn-end':
      return <TurnEndRow entry={entry} />;
    case 'failure':
      return <FailureRow entry={entry} />;
    case 'authentication':
      return <AuthenticationRow entry={entry} />;
    case 'continuity':
      return <ContinuityRow entry={entry} />;
    case 'setting':
      return <SettingRow entry={entry} />;
    case 'unknown':
      return <UnknownRow id={entry.id} label={entry.label} raw={entry.raw} />;
    case 'terminal':
      return null;
    default:
      return <OtherEntry entry={entry} />;
  }
}

/** A log of a newer build may hold kinds of entries that this one does not know. */
function OtherEntry({
  entry,
}: {
  readonly entry: { readonly id: Entry['id']; readonly kind: string };
}) {
  return <UnknownRow id={entry.id} label={entry.kind} raw={null} />;
}

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
