import {
  Bot,
  Check,
  ChevronRight,
  CircleAlert,
  CircleHelp,
  Copy,
  FoldVertical,
  Info,
  ScanSearch,
  SlidersHorizontal,
  TriangleAlert,
} from 'lucide-react';
import { Component, memo, type ReactNode, useState } from 'react';
import { ofNewerBuild } from '#shared/errors';
import type { EntryId, SessionId, TurnId } from '#shared/ids';
import type { Body } from '#shared/session/content';
import type {
  CompactionEntry,
  Entry,
  NoticeEntry,
  SettingEntry,
  SubagentEntry,
} from '#shared/session/entries';
import { reportError } from '#window/diagnostics/reportError';
import { copyEntry } from '#window/features/thread/copyEntry';
import { ElicitationRow } from '#window/features/thread/elicitation/ElicitationRow';
import { Fold } from '#window/features/thread/Fold';
import { PermissionRow } from '#window/features/thread/permission/PermissionRow';
import { MessageText, TitleText } from '#window/features/thread/TitleText';
import { useFold, useThread } from '#window/features/thread/threadContext';
import { kindOf, type ThreadRow } from '#window/features/thread/threadRows';
import { RawBody } from '#window/features/thread/tool/ToolBody';
import { ToolRow } from '#window/features/thread/tool/ToolRow';
import { call } from '#window/ipc/client';
import { showInspector, showMessage } from '#window/state/layout/inspectorPanel';
import { sessionModel, useEntry } from '#window/state/session/sessionModels';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import { Markdown } from '#window/ui/markdown/Markdown';
import { dayAndTime, timeOfDay } from '#window/ui/text/clock';
import { visibleLine } from '#window/ui/text/visibleText';
import { AuthenticationRow } from './AuthenticationRow';
import { ContinuityRow } from './ContinuityRow';
import { FailureRow } from './FailureRow';
import { MessageRow } from './MessageRow';
import { Note } from './Note';
import { PlanRow } from './PlanRow';
import { PromptActions } from './PromptActions';
import { RefusalRow } from './RefusalRow';
import styles from './RowFrame.module.css';
import { TurnEndRow } from './TurnEndRow';

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;

/** A notice of the agent's, or of ours. */
function NoticeRow({ entry }: { readonly entry: NoticeEntry }) {
  return (
    <Note
      icon={icons[entry.severity] ?? Info}
      tone={entry.severity === 'info' ? 'quiet' : entry.severity === 'error' ? 'danger' : 'plain'}
      title={<TitleText text={entry.title} />}
    >
      {entry.description !== null && <MessageText text={entry.description} />}
    </Note>
  );
}

const titles = {
  in_progress: 'The agent is summarising the conversation to make room…',
  completed: 'The agent summarised the conversation to make room.',
  failed: 'The agent could not summarise the conversation.',
} as const;

function CompactionRow({ entry }: { readonly entry: CompactionEntry }) {
  return (
    <Note icon={FoldVertical} tone="quiet" title={titles[entry.status] ?? titles.completed}>
      {entry.error !== null && <MessageText text={entry.error} />}
      {entry.summary !== '' && (
        <Fold name={entry.id} label="Summary">
          <Markdown text={entry.summary} live={entry.status === 'in_progress'} />
        </Fold>
      )}
    </Note>
  );
}

interface RowFrameProps extends Pick<ThreadRow, 'nested' | 'tight' | 'closes'> {
  readonly id: EntryId;
  readonly live: boolean;
}

/** Positions a row in the column, and shows its time and a copy button on hover. */
export const RowFrame = memo(function RowFrame(props: RowFrameProps) {
  const { sessionId } = useThread();
  const { id, live } = props;
  const entry = useEntry(sessionId, id);
  // Created when needed, because hundreds of hidden buttons slow down each frame and moving by Tab.
  const [isNear, setIsNear] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only reports where the user is.
    <div
      className={styles.row}
      data-entry={id}
      data-kind={kindOf(id)}
      data-nested={props.nested || undefined}
      data-tight={props.tight || undefined}
      data-closes={props.closes || undefined}
      data-near={isNear || undefined}
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
            <RowBoundary entry={entry}>
              <EntryView entry={entry} live={live} />
            </RowBoundary>
          </div>
          {isNear && <RowActions id={id} at={entry.at} begins={turnBegunBy(entry)} />}
        </>
      )}
    </div>
  );
});

interface EntryViewProps {
  readonly entry: Entry;
  /** Whether this is the last entry of a running turn. */
  readonly live: boolean;
}

/** Draws each kind of entry. */
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
    case 'refusal':
      return <RefusalRow entry={entry} />;
    case 'setting':
      return <SettingRow entry={entry} />;
    case 'unknown':
      return <UnknownRow id={entry.id} label={entry.label} raw={entry.raw} />;
    case 'terminal':
      return null;
    default:
      return ofNewerBuild(entry, <OtherEntry entry={entry} />);
  }
}

/** An entry of a kind that only a newer build knows. */
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
  const { sessionId } = useThread();
  return (
    <div className={styles.actions}>
      <time className={styles.time} dateTime={time.toISOString()} title={dayAndTime(at)}>
        {timeOfDay(at)}
      </time>
      {begins !== null && <PromptActions id={id} turnId={begins} />}
      <IconButton
        icon={ScanSearch}
        label="Show messages in inspector"
        size="small"
        onClick={() => showMessages(sessionId, id)}
      />
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
    // Read on demand: a subscription would draw the button again with every new word.
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

/** Says that the agent switched to another mode or model here. */
function SettingRow({ entry }: { readonly entry: SettingEntry }) {
  const { label, from, to } = entry;
  const text = `${label}: ${to} (was ${from})`;
  return <Note icon={SlidersHorizontal} tone="quiet" title={visibleLine(text)} />;
}

/** The heading of a subagent's entries, which are below it and collapse with it. */
function SubagentRow({ entry }: { readonly entry: SubagentEntry }) {
  const [open, toggle] = useFold(entry.id, true);
  return (
    <button type="button" className={styles.subagent} aria-expanded={open} onClick={toggle}>
      <Icon icon={Bot} size="small" />
      <span className={styles.title}>
        <TitleText text={entry.title || 'Subagent'} />
      </span>
      {entry.description && (
        <span className={styles.description}>
          <TitleText text={entry.description} />
        </span>
      )}
      {entry.state && <span className={styles.state}>{visibleLine(entry.state)}</span>}
      <span className={styles.chevron}>
        <Icon icon={ChevronRight} size="small" />
      </span>
    </button>
  );
}

interface UnknownRowProps {
  readonly id: EntryId;
  readonly label: string;
  readonly raw: Body | null;
}

/**
 * An unknown message, shown as it came, neither hidden nor an error. A row without a body stands
 * for several, which the inspector shows.
 */
function UnknownRow({ id, label, raw }: UnknownRowProps) {
  return (
    <Note
      icon={CircleHelp}
      tone="quiet"
      title={
        raw === '' ? (
          <button type="button" className={styles.inspect} onClick={showInspector}>
            <TitleText text={label} />
            <span className={styles.open}>Open inspector</span>
          </button>
        ) : (
          <TitleText text={label} />
        )
      }
    >
      {raw !== null && raw !== '' && (
        <Fold name={id} label="Raw message">
          <RawBody body={raw} />
        </Fold>
      )}
    </Note>
  );
}

/** Opens the inspector at the message that an entry of the transcript began with. */
function showMessages(sessionId: SessionId, entryId: EntryId): void {
  call('inspector.frameOf', { sessionId, entryId }).then(
    ({ number }) => showMessage({ sessionId, number }),
    reportError,
  );
}

interface RowBoundaryProps {
  readonly entry: Entry;
  readonly children: ReactNode;
}

interface RowBoundaryState {
  readonly entry: Entry;
  readonly hasFailed: boolean;
}

/**
 * Catches an entry that cannot be drawn, since agents choose what entries say: the other entries
 * and the window still work. It is drawn again when it changes.
 */
export class RowBoundary extends Component<RowBoundaryProps, RowBoundaryState> {
  override state: RowBoundaryState = { entry: this.props.entry, hasFailed: false };

  static getDerivedStateFromError(): Partial<RowBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { entry }: RowBoundaryProps,
    state: RowBoundaryState,
  ): RowBoundaryState | null {
    return entry === state.entry ? null : { entry, hasFailed: false };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    const { entry, children } = this.props;
    if (!this.state.hasFailed) return children;
    const isQuestion = entry.kind === 'permission' || entry.kind === 'elicitation';
    return (
      <Note icon={CircleAlert} tone="danger" title="This entry could not be shown.">
        {isQuestion && 'It is a question from the agent. Stop the turn to continue.'}
      </Note>
    );
  }
}
