import { Ellipsis, TriangleAlert } from 'lucide-react';
import { type DragEvent, memo } from 'react';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { formatNumber } from '#shared/text/counted';
import { renameSession } from '#window/actions/sessionActions';
import { reportError } from '#window/diagnostics/reportError';
import { shortAge } from '#window/state/age';
import { goToSession } from '#window/state/layout/reveal';
import { carrySession } from '#window/state/layout/sessionDrag';
import { useIsUnread } from '#window/state/seen';
import { useChangedLines } from '#window/state/session/changedLines';
import { useCollisions } from '#window/state/session/collisions';
import { collisionMark } from '#window/state/session/collisionWords';
import { effortWords, shortEffort } from '#window/state/session/effortWords';
import { titleOf } from '#window/state/session/sessionsStore';
import { useShownStatus } from '#window/state/session/sessionsToReview';
import { statusWords } from '#window/state/session/shownStatus';
import { useMinute } from '#window/state/useMinute';
import { AgentMark } from '#window/ui/AgentMark';
import { classNames } from '#window/ui/classNames';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import { StatusDot } from '#window/ui/StatusDot';
import { VisuallyHidden } from '#window/ui/text/VisuallyHidden';
import { openRowMenu } from './openRowMenu';
import { RenameField } from './RenameField';
import styles from './SessionRow.module.css';

interface SessionRowProps {
  readonly session: SessionSummary;
  readonly level: 2 | 3;
  /** The session's name in its set, whose row has the title; null outside a set. */
  readonly memberName: string | null;
  /** The session's position in its project, from 1. */
  readonly index: number;
  readonly count: number;
  readonly isActive: boolean;
  readonly isTabStop: boolean;
  readonly isRenaming: boolean;
}

export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { session, isActive, memberName } = props;
  const isUnread = useIsUnread(session) && session.status !== 'working';
  const shown = useShownStatus(session);
  // For states that the user need not know about, the dot is enough.
  const status = shown === 'idle' ? undefined : statusWords[shown];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys for all its rows.
    <div
      className={classNames(
        styles.row,
        memberName !== null && styles.member,
        isActive && styles.active,
        isUnread && styles.unread,
      )}
      role="treeitem"
      aria-level={props.level}
      aria-selected={isActive}
      aria-posinset={props.index}
      aria-setsize={props.count}
      tabIndex={props.isTabStop ? 0 : -1}
      data-row={session.id}
      draggable={!props.isRenaming}
      onDragStart={(event: DragEvent) => carrySession(event.dataTransfer, session.id)}
      onClick={() => !props.isRenaming && goToSession(session.id)}
    >
      <span className={styles.status}>
        <StatusDot status={shown} />
      </span>
      {props.isRenaming ? (
        <RenameField
          label="Session title"
          text={titleOf(session)}
          onKeep={(title) => keepTitle(session, title)}
        />
      ) : (
        <span className={styles.title}>
          {memberName ?? titleOf(session)}
          {memberName !== null && <VisuallyHidden>{titleOf(session)}</VisuallyHidden>}
        </span>
      )}
      <span className={styles.facts}>
        <Changed sessionId={session.id} />
        {memberName === null && <Age at={session.updatedAt} />}
      </span>
      <span className={styles.details}>
        <AgentMark id={session.agent.id} />
        {memberName === null ? (
          <span className={styles.agent}>{session.agent.name}</span>
        ) : (
          <Effort session={session} />
        )}
        {status && (
          // The dot says the same to screen readers.
          <span className={classNames(styles.word, styles[shown])} aria-hidden="true">
            {status}
          </span>
        )}
        {isUnread && <VisuallyHidden>Unread</VisuallyHidden>}
      </span>
      <span className={styles.more}>
        <IconButton
          icon={Ellipsis}
          label="More actions"
          size="small"
          tabIndex={-1}
          onClick={openRowMenu}
        />
      </span>
    </div>
  );
});

/** Saves a new title, unless it is empty. */
function keepTitle({ id, title }: SessionSummary, wanted: string): void {
  if (wanted !== '' && wanted !== title) renameSession(id, wanted).catch(reportError);
}

function Changed({ sessionId }: { readonly sessionId: SessionId }) {
  return (
    <span className={styles.changed}>
      <Lines sessionId={sessionId} />
      <CollisionMark sessionId={sessionId} />
    </span>
  );
}

/** The session's time, tokens and cost so far, if the agent reports them. */
function Effort({ session }: { readonly session: SessionSummary }) {
  const now = useMinute();
  return (
    <span className={styles.effort} title={effortWords(session, now).join(', ')}>
      {shortEffort(session, now).map((part, index) => (
        <span key={part}>{index === 0 ? part : ` · ${part}`}</span>
      ))}
    </span>
  );
}

/** The number of changes left to review. */
function Lines({ sessionId }: { readonly sessionId: SessionId }) {
  const lines = useChangedLines(sessionId);
  if (lines === undefined) return null;
  return (
    <span className={styles.lines}>
      <VisuallyHidden>to review:</VisuallyHidden>
      {lines.added > 0 && <span className={styles.added}>+{formatNumber(lines.added)}</span>}
      {lines.removed > 0 && <span className={styles.removed}>−{formatNumber(lines.removed)}</span>}
    </span>
  );
}

/** Says that another session's changes conflict with some of these. */
function CollisionMark({ sessionId }: { readonly sessionId: SessionId }) {
  const collisions = useCollisions(sessionId);
  const words = collisionMark(collisions);
  if (words === null) return null;
  return (
    <span className={styles.collides} title={words}>
      <Icon icon={TriangleAlert} size="small" />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

function Age({ at }: { readonly at: number }) {
  const now = useMinute();
  return <time dateTime={new Date(at).toISOString()}>{shortAge(at, now)}</time>;
}
