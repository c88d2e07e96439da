import { type KeyboardEvent, useRef } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { Agreement, BoardCell, BoardRow } from '#shared/airlock/compare/board';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { closeDialog } from '#window/state/layout/dialogStore';
import { shortEffort } from '#window/state/session/effortWords';
import { useMemberNames } from '#window/state/session/sessionSets';
import { titleOf, useSession, useSessions } from '#window/state/session/sessionsStore';
import { useShownStatus } from '#window/state/session/sessionsToReview';
import { useMinute } from '#window/state/useMinute';
import { AgentMark } from '#window/ui/AgentMark';
import { classNames } from '#window/ui/classNames';
import { Button } from '#window/ui/form/Button';
import { useLateFocus } from '#window/ui/overlay/useLateFocus';
import { StatusDot } from '#window/ui/StatusDot';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './BoardTable.module.css';
import { useCompareTools } from './compareTools';
import { type Comparison, useComparison } from './comparison';
import { BOARD_ROWS } from './limits';
import { allOf, isInConflict, pickedHunks, withPicks } from './picks';

interface BoardTableProps {
  readonly comparison: Comparison;
  readonly rows: readonly BoardRow[];
}

const agreementWords: Readonly<Record<Agreement, string>> = {
  all: 'All agree',
  some: 'Partly agree',
  none: 'All differ',
};

/** Files × agents. Arrow keys move, Space picks a file's changes, Enter shows them. */
export function BoardTable({ comparison, rows }: BoardTableProps) {
  const table = useRef<HTMLTableElement>(null);
  useLateFocus(table, 'button[aria-pressed=true]');
  const { sessionIds } = comparison;
  const nameOf = useMemberNames(sessionIds);
  const sessions = useSessions();
  const titles = new Set(sessionIds.flatMap((id) => sessions?.get(id)?.title ?? []));
  const listed = rows.slice(0, BOARD_ROWS);
  const shown = useComparison(comparison, (state) => state.place?.path);
  // Tab stops once in the table: at the shown cell, or at the first one if the filter hides that.
  const stop = listed.some(({ path }) => path === shown) ? null : (listed[0]?.path ?? null);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const cell = (event.target as Element).closest('td');
    if (step === undefined || cell === null) return;
    event.preventDefault();
    focusNear(table.current, cell, step);
  };
  return (
    <div className={styles.scroller}>
      <table ref={table} className={styles.table} aria-label="Changes by file and agent">
        <thead>
          <tr>
            <th scope="col">File</th>
            {sessionIds.map((id) => (
              <AgentColumn
                key={id}
                comparison={comparison}
                sessionId={id}
                name={nameOf(id)}
                hasTitle={titles.size > 1}
              />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {listed.map((row) => (
            <Row
              key={row.path}
              comparison={comparison}
              row={row}
              isStop={row.path === stop}
              nameOf={nameOf}
            />
          ))}
        </tbody>
      </table>
      {rows.length > listed.length && (
        <p className={styles.more}>
          {(rows.length - listed.length).toLocaleString()} more files. Filter to see them.
        </p>
      )}
    </div>
  );
}

interface ColumnProps {
  readonly comparison: Comparison;
  readonly sessionId: SessionId;
  readonly name: string;
}

interface AgentColumnProps extends ColumnProps {
  /** Whether the sessions have different prompts, so that each column needs a title. */
  readonly hasTitle: boolean;
}

function AgentColumn({ comparison, sessionId, name, hasTitle }: AgentColumnProps) {
  const session = useSession(sessionId);
  const { acceptAll } = useCompareTools();
  const index = comparison.sessionIds.indexOf(sessionId);
  const isEmpty = useComparison(
    comparison,
    ({ rows }) => rows?.every(({ cells }) => !cells[index]) ?? false,
  );
  // Picking nothing would remove the picks of the other sessions.
  const reason = isEmpty ? 'It has no undecided changes.' : null;
  const pickAll = () => {
    const rows = comparison.state.rows ?? [];
    const views = rows.flatMap(({ cells }) => cells[index]?.view ?? []);
    comparison.pick(allOf(sessionId, views));
  };
  return (
    <th scope="col">
      <span className={styles.agent}>
        {session && <Status session={session} />}
        {session && <AgentMark id={session.agent.id} />}
        <span className={styles.agentName} title={name}>
          {name}
        </span>
      </span>
      {session && hasTitle && (
        <span className={styles.about} title={visibleLine(titleOf(session))}>
          {visibleLine(titleOf(session))}
        </span>
      )}
      {session && <Effort session={session} />}
      <Button
        size="small"
        variant="ghost"
        aria-label={`Pick all of ${name}`}
        reason={reason}
        onClick={pickAll}
      >
        Pick all
      </Button>
      <Button
        size="small"
        variant="ghost"
        aria-label={`Accept all of ${name}`}
        reason={reason}
        onClick={() => {
          closeDialog('compare');
          void acceptAll(sessionId).catch(reportError);
        }}
      >
        Accept all
      </Button>
    </th>
  );
}

function Status({ session }: { readonly session: SessionSummary }) {
  return <StatusDot status={useShownStatus(session)} />;
}

/** Time, tokens and cost, if the agent reports them. */
function Effort({ session }: { readonly session: SessionSummary }) {
  const words = shortEffort(session, useMinute()).join(' · ');
  return words === '' ? null : <span className={styles.usage}>{words}</span>;
}

interface RowProps {
  readonly comparison: Comparison;
  readonly row: BoardRow;
  /** Whether Tab stops at the row's first cell, because the shown cell is not in the list. */
  readonly isStop: boolean;
  nameOf(id: SessionId): string;
}

function Row({ comparison, row, isStop, nameOf }: RowProps) {
  const { path, cells, agreement } = row;
  const versions = new Set(cells.map((cell) => cell?.group ?? null).filter((one) => one !== null));
  const isAlone = cells.filter((cell) => cell !== null).length === 1;
  const shown = useComparison(comparison, (state) =>
    state.place?.path === path ? state.place : null,
  );
  const name = visiblePath(path);
  const slash = name.lastIndexOf('/') + 1;
  return (
    <tr data-agreement={agreement ?? undefined} data-shown={shown !== null || undefined}>
      <th scope="row" className={styles.file} title={name}>
        <bdi className={styles.name}>{name.slice(slash)}</bdi>
        <bdi className={styles.folder}>{name.slice(0, slash)}</bdi>
        <span className={styles.agreement}>
          {isAlone ? 'One agent' : agreement && agreementWords[agreement]}
        </span>
      </th>
      {cells.map((cell, index) => {
        const sessionId = comparison.sessionIds[index];
        if (sessionId === undefined) return null;
        if (cell === null) {
          return (
            <td key={sessionId} className={styles.untouched}>
              <span title="Not changed by this agent">–</span>
            </td>
          );
        }
        const isShown = shown?.sessionId === sessionId;
        const isFirst = cells.findIndex((one) => one !== null) === index;
        return (
          <td key={sessionId}>
            <Cell
              comparison={comparison}
              sessionId={sessionId}
              name={nameOf(sessionId)}
              path={path}
              cell={cell}
              hasVersions={versions.size > 1}
              isShown={isShown}
              isStop={isShown || (isStop && isFirst)}
            />
          </td>
        );
      })}
    </tr>
  );
}

interface CellProps extends ColumnProps {
  readonly path: string;
  readonly cell: BoardCell;
  /** Whether agents that changed the file changed it differently. */
  readonly hasVersions: boolean;
  readonly isShown: boolean;
  readonly isStop: boolean;
}

function Cell(props: CellProps) {
  const { comparison, sessionId, name, path, cell, hasVersions, isShown, isStop } = props;
  const { view, group } = cell;
  const version = group === null || !hasVersions ? null : versionName(group);
  const picked = useComparison(
    comparison,
    (state) => pickedHunks(state.picks, sessionId, view).length,
  );
  const conflicts = useComparison(comparison, (state) =>
    isInConflict(state.conflicts, sessionId, view),
  );
  const show = () => comparison.show({ path, sessionId });
  const toggle = () => {
    const hunkIds = picked === view.hunks.length ? [] : view.hunks.map(({ hunk }) => hunk.id);
    comparison.pick(withPicks(comparison.state.picks, sessionId, view, hunkIds));
  };
  const label = [
    `${name}: ${wordsOf(view)}`,
    version !== null && `version ${version}`,
    picked > 0 && `${picked} of ${view.hunks.length} picked`,
    conflicts && 'conflict',
  ];
  return (
    <button
      type="button"
      className={classNames(styles.cell, conflicts && styles.conflict)}
      data-group={group === null || group >= GROUP_COLOURS ? undefined : group}
      data-picked={picked > 0 || undefined}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isShown}
      aria-label={label.filter(Boolean).join(', ')}
      onClick={show}
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        show();
        toggle();
      }}
    >
      {version !== null && (
        <span className={styles.version} data-version title={`Version ${version} of this file`}>
          {version}
        </span>
      )}
      {view.addedLines > 0 && (
        <span className={styles.added}>+{view.addedLines.toLocaleString()}</span>
      )}
      {view.removedLines > 0 && (
        <span className={styles.removed}>−{view.removedLines.toLocaleString()}</span>
      )}
      {view.addedLines + view.removedLines === 0 && <span>{view.change.kind}</span>}
      {picked > 0 && (
        <span className={styles.picked}>
          {picked === view.hunks.length ? '✓' : `${picked}/${view.hunks.length}`}
        </span>
      )}
    </button>
  );
}

/**
 * Agents that did the same to a file have the same letter and, for the first few groups, the same
 * colour.
 */
const GROUP_COLOURS = 4;
const LETTERS = 26;

function versionName(group: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (group % LETTERS));
  return group < LETTERS ? letter : `${letter}${Math.floor(group / LETTERS)}`;
}

function wordsOf({ change, addedLines, removedLines }: ChangeView): string {
  const lines = [
    addedLines > 0 && `${addedLines} added`,
    removedLines > 0 && `${removedLines} removed`,
  ].filter(Boolean);
  return lines.length === 0 ? change.kind : lines.join(', ');
}

interface Step {
  readonly rows: number;
  readonly columns: number;
}

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
};

/** Focuses the next cell in that direction that is not empty. */
function focusNear(
  table: HTMLTableElement | null,
  from: HTMLTableCellElement,
  { rows, columns }: Step,
): void {
  const row = from.parentElement as HTMLTableRowElement;
  for (
    let [at, column] = [row.rowIndex + rows, from.cellIndex + columns];
    ;
    at += rows, column += columns
  ) {
    const cell = table?.rows[at]?.cells[column];
    if (cell === undefined || cell.tagName !== 'TD') return;
    const button = cell.querySelector('button');
    if (button === null) continue;
    button.focus();
    button.click();
    return;
  }
}
