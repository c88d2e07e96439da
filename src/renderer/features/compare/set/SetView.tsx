import { Archive, GitCompare, LayoutGrid, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { counted, formatNumber } from '#shared/text/counted';
import { archiveSessions } from '#window/actions/sessionActions';
import { reportError } from '#window/diagnostics/reportError';
import figures from '#window/features/compare/figures.module.css';
import { withPanes } from '#window/state/layout/panes';
import { goToChanges, goToSession } from '#window/state/layout/reveal';
import { useChangedLines } from '#window/state/session/changedLines';
import { useCollisions } from '#window/state/session/collisions';
import { collisionMark } from '#window/state/session/collisionWords';
import { compareSessions } from '#window/state/session/comparedSessions';
import { costWords, tokenWords, workedTime } from '#window/state/session/effortWords';
import {
  type SessionSet,
  takeSetFocus,
  useMemberNames,
  useSet,
} from '#window/state/session/sessionSets';
import { titleOf, useSession, useSessions } from '#window/state/session/sessionsStore';
import { useShownStatus } from '#window/state/session/sessionsToReview';
import { statusWords } from '#window/state/session/shownStatus';
import { useMinute } from '#window/state/useMinute';
import { AgentMark } from '#window/ui/AgentMark';
import { classNames } from '#window/ui/classNames';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { StatusDot } from '#window/ui/StatusDot';
import { formatDuration } from '#window/ui/text/duration';
import styles from './SetView.module.css';

interface SetViewProps {
  /** One of the set's sessions. */
  readonly sessionId: SessionId;
  /** Accepts everything that a session wants to change. */
  onAcceptAll(sessionId: SessionId): void;
}

/** The sessions of one prompt in a table. Arrow keys move, Enter opens a session. */
export function SetView({ sessionId, onAcceptAll }: SetViewProps) {
  const set = useSet(sessionId);
  const title = titleOf(useSession(set[0] ?? sessionId));
  const nameOf = useMemberNames(set);
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takeSetFocus(set)) root.current?.querySelector<HTMLElement>('tbody button')?.focus();
  }, [set]);
  return (
    <section ref={root} className={styles.root} aria-label={`Set: ${title}`}>
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.note}>{counted(set.length, 'session')} on this prompt</p>
        <div className={styles.actions}>
          <Button icon={GitCompare} variant="primary" onClick={() => compareSessions(set)}>
            Compare changes
          </Button>
          <Button icon={LayoutGrid} onClick={() => withPanes((panes) => panes.showSet(set))}>
            Show side by side
          </Button>
          <Button
            icon={Archive}
            variant="ghost"
            onClick={() => void archiveSessions(set).catch(reportError)}
          >
            Archive all
          </Button>
        </div>
      </header>
      <div className={styles.scroller}>
        <Members set={set} nameOf={nameOf} onAcceptAll={onAcceptAll} />
      </div>
    </section>
  );
}

interface MembersProps {
  readonly set: SessionSet;
  nameOf(id: SessionId): string;
  onAcceptAll(sessionId: SessionId): void;
}

function Members({ set, nameOf, onAcceptAll }: MembersProps) {
  const sessions = useSessions();
  const members = set.flatMap((id) => sessions?.get(id) ?? []);
  // Many agents report neither, and empty columns would waste room.
  const columns: Columns = {
    tokens: members.some((session) => tokenWords(session) !== null),
    cost: members.some((session) => costWords(session) !== null),
  };
  return (
    <table className={classNames(figures.table, styles.table)} aria-label="Sessions of this set">
      <thead>
        <tr>
          <th scope="col">Agent</th>
          <th scope="col">
            <span className={styles.statusHead}>Status</span>
          </th>
          <th scope="col" className={styles.effort}>
            Time
          </th>
          {columns.tokens && (
            <th scope="col" className={styles.effort}>
              Tokens
            </th>
          )}
          {columns.cost && (
            <th scope="col" className={styles.effort}>
              Cost
            </th>
          )}
          <th scope="col">Lines to review</th>
          <th scope="col">
            <span className={styles.hidden}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={moveFocus}>
        {set.map((id) => (
          <Member
            key={id}
            id={id}
            name={nameOf(id)}
            columns={columns}
            onAcceptAll={() => onAcceptAll(id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface Columns {
  readonly tokens: boolean;
  readonly cost: boolean;
}

interface MemberProps {
  readonly id: SessionId;
  readonly name: string;
  readonly columns: Columns;
  onAcceptAll(): void;
}

function Member({ id, ...rest }: MemberProps) {
  const session = useSession(id);
  return session ? <MemberRow session={session} {...rest} /> : null;
}

interface MemberRowProps extends Omit<MemberProps, 'id'> {
  readonly session: SessionSummary;
}

function MemberRow({ session, name, columns, onAcceptAll }: MemberRowProps) {
  const { id } = session;
  const status = useShownStatus(session);
  const lines = useChangedLines(id);
  const collision = collisionMark(useCollisions(id));
  const time = workedTime(session, useMinute());
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.member} onClick={() => goToSession(id)}>
          <AgentMark id={session.agent.id} />
          <span className={styles.name} title={name}>
            {name}
          </span>
        </button>
      </th>
      <td>
        <span className={styles.status}>
          <StatusDot status={status} />
          <span className={styles.statusWords} aria-hidden="true">
            {statusWords[status]}
          </span>
        </span>
      </td>
      <td className={styles.effort}>{time === null ? UNKNOWN : formatDuration(time)}</td>
      {columns.tokens && <td className={styles.effort}>{tokenWords(session) ?? UNKNOWN}</td>}
      {columns.cost && <td className={styles.effort}>{costWords(session) ?? UNKNOWN}</td>}
      <td>
        {lines === undefined ? (
          <span className={styles.none}>None</span>
        ) : (
          <span className={styles.lines}>
            <span className={figures.added}>+{formatNumber(lines.added)}</span>
            <span className={figures.removed}>−{formatNumber(lines.removed)}</span>
            {collision !== null && (
              <span className={styles.collides} title={collision}>
                <Icon icon={TriangleAlert} size="small" />
                <span>collides</span>
              </span>
            )}
          </span>
        )}
      </td>
      <td>
        <span className={styles.rowActions}>
          <Button size="small" variant="ghost" onClick={() => goToChanges(id)}>
            Review
          </Button>
          <Button
            size="small"
            aria-label={`Accept all of ${name}`}
            reason={lines === undefined ? 'It has no undecided changes.' : null}
            onClick={onAcceptAll}
          >
            Accept all
          </Button>
        </span>
      </td>
    </tr>
  );
}

/** Shown for a value that the agent does not report. */
const UNKNOWN = '–';

/** Moves to the same button in the row above or below. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const row = (event.target as Element).closest('tr');
  const rows = [...event.currentTarget.querySelectorAll('tr')];
  if (step === undefined || row === null) return;
  const at = [...row.querySelectorAll('button')].indexOf(event.target as HTMLButtonElement);
  const next = rows[rows.indexOf(row) + step]?.querySelectorAll('button')[Math.max(0, at)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
