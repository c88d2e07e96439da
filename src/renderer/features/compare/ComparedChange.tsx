import { useEffect, useMemo, useState } from 'react';
import type { Hunk } from '#shared/airlock/change';
import type { ChangeView } from '#shared/airlock/changeView';
import { splitLines } from '#shared/airlock/diff/lines';
import type { HunkId, SessionId } from '#shared/ids';
import type { ChangeTexts } from '#shared/ipc/changes';
import { visiblePath } from '#shared/text/visiblePath';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { call } from '#window/ipc/client';
import { sessionSummary, useSession } from '#window/state/session/sessionsStore';
import { Banner } from '#window/ui/Banner';
import { DiffLines } from '#window/ui/diff/DiffLines';
import { type DiffRow, editRows, editSpans } from '#window/ui/diff/diffRow';
import { diffRows } from '#window/ui/diff/diffRows';
import { Checkbox } from '#window/ui/form/Checkbox';
import { QuietSelect } from '#window/ui/form/QuietSelect';
import { Spinner } from '#window/ui/Spinner';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './ComparedChange.module.css';
import { type BoardPlace, type Comparison, useComparison } from './comparison';
import { HUNK_ROWS } from './limits';
import { isInConflict, pickedHunks, withPicks } from './picks';

/** The value of the choice that compares with no other agent. */
const BASE = 'base';

/** One agent's change of a file: its hunks to pick from, or its difference from another agent's. */
export function ComparedChange({ comparison }: { readonly comparison: Comparison }) {
  const place = useComparison(comparison, (state) => state.place);
  const rows = useComparison(comparison, (state) => state.rows);
  const [against, setAgainst] = useState<string>(BASE);
  if (place === null) return <section className={styles.root} aria-label="Change" />;
  const cells = rows?.find(({ path }) => path === place.path)?.cells ?? [];
  const others = comparison.sessionIds.filter(
    (id, index) => id !== place.sessionId && cells[index] != null,
  );
  const view = cells[comparison.sessionIds.indexOf(place.sessionId)]?.view;
  const other = others.find((id) => id === against);
  const otherView = other && cells[comparison.sessionIds.indexOf(other)]?.view;
  if (view === undefined) return <section className={styles.root} aria-label="Change" />;
  return (
    <section className={styles.root} aria-label="Change">
      <header className={styles.header}>
        <bdi className={styles.path} title={visiblePath(place.path)}>
          {visiblePath(place.path)}
        </bdi>
        <QuietSelect
          label="Compare against"
          value={other ?? BASE}
          groups={[
            {
              name: null,
              options: [
                { value: BASE, label: 'Against the file before' },
                ...others.map((id) => ({ value: id, label: `Against ${agentName(id)}` })),
              ],
            },
          ]}
          onChange={setAgainst}
        />
      </header>
      {other && otherView ? (
        <Difference
          key={`${view.change.changeId} ${otherView.change.changeId}`}
          path={place.path}
          from={{ sessionId: other, view: otherView }}
          to={{ sessionId: place.sessionId, view }}
        />
      ) : (
        <Hunks key={view.change.changeId} comparison={comparison} place={place} view={view} />
      )}
    </section>
  );
}

function agentName(id: SessionId): string {
  return visibleLine(sessionSummary(id)?.agent.name ?? 'Deleted session');
}

interface HunksProps {
  readonly comparison: Comparison;
  readonly place: BoardPlace;
  readonly view: ChangeView;
}

function Hunks({ comparison, place, view }: HunksProps) {
  const { sessionId } = place;
  const name = visibleLine(useSession(sessionId)?.agent.name ?? '');
  const [texts, problem] = useTexts(sessionId, view);
  const rows = useMemo(() => (texts ? hunkRows(view, texts) : new Map()), [view, texts]);
  if (problem !== null) return <Banner tone="danger">{problem}</Banner>;
  if (texts === null) return <Spinner size="small" />;
  return (
    <ol className={styles.hunks} aria-label={`Changes by ${name}`}>
      {view.hunks.map(({ hunk }, index) => (
        <HunkItem
          key={hunk.id}
          comparison={comparison}
          place={place}
          view={view}
          hunk={hunk}
          label={`Pick ${index + 1} of ${view.hunks.length}`}
          rows={rows.get(hunk.id) ?? null}
        />
      ))}
    </ol>
  );
}

/** The lines of each hunk of text, with some around them. */
function hunkRows({ hunks }: ChangeView, { base, proposed }: ChangeTexts) {
  const [old, next] = [splitLines(base ?? ''), splitLines(proposed ?? '')];
  const ranges = hunks.flatMap(({ hunk }) => (hunk.type === 'text' ? [hunk] : []));
  const edits = ranges.map(({ baseStart, baseCount, proposedStart, proposedCount }) => ({
    baseStart,
    baseEnd: baseStart + baseCount,
    otherStart: proposedStart,
    otherEnd: proposedStart + proposedCount,
  }));
  const rows = new Map<HunkId, readonly DiffRow[]>();
  for (const [index, span] of editSpans(edits, old.length).entries()) {
    const [edit, hunk] = [edits[index], ranges[index]];
    if (edit && hunk) rows.set(hunk.id, editRows(old, next, edit, span));
  }
  return rows;
}

interface HunkItemProps extends HunksProps {
  readonly hunk: Hunk;
  readonly label: string;
  /** Null if the hunk is not about lines. */
  readonly rows: readonly DiffRow[] | null;
}

function HunkItem({ comparison, place, view, hunk, label, rows }: HunkItemProps) {
  const { sessionId, path } = place;
  const isPicked = useComparison(comparison, (state) =>
    pickedHunks(state.picks, sessionId, view).includes(hunk.id),
  );
  const conflicts = useComparison(comparison, (state) =>
    isInConflict(state.conflicts, sessionId, view, hunk.id),
  );
  const toggle = (wanted: boolean) => {
    const { picks } = comparison.state;
    const others = pickedHunks(picks, sessionId, view).filter((id) => id !== hunk.id);
    const next = wanted ? [...others, hunk.id] : others;
    comparison.pick(withPicks(picks, sessionId, view, next));
  };
  return (
    <li className={styles.hunk} data-conflict={conflicts || undefined}>
      <div className={styles.hunkHeader}>
        <Checkbox label={label} checked={isPicked} onChange={toggle} />
        {conflicts && <span className={styles.conflict}>Conflicts with another pick</span>}
      </div>
      {rows === null ? (
        <p className={styles.note}>{wholeWords(view)}</p>
      ) : (
        <DiffLines path={path} rows={rows.slice(0, HUNK_ROWS)} />
      )}
      {rows !== null && rows.length > HUNK_ROWS && (
        <p className={styles.note}>
          {(rows.length - HUNK_ROWS).toLocaleString()} more lines. Open the review to read them.
        </p>
      )}
    </li>
  );
}

function wholeWords({ change }: ChangeView): string {
  if (change.proposed === null) return 'Deletes the file.';
  if (change.kind === 'rename') return `Moves the file to ${visiblePath(change.path)}.`;
  if (change.kind === 'mode') return 'Changes whether the file is executable.';
  return 'Cannot be shown as text. Pick it as a whole.';
}

interface OneSide {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
}

interface DifferenceProps {
  readonly path: string;
  readonly from: OneSide;
  readonly to: OneSide;
}

/** From another agent's version of the file to this one's. */
function Difference({ path, from, to }: DifferenceProps) {
  const [before, problem] = useTexts(from.sessionId, from.view);
  const [after, otherProblem] = useTexts(to.sessionId, to.view);
  const rows = useMemo(
    () => (before && after ? diffRows(before.proposed ?? '', after.proposed ?? '').rows : null),
    [before, after],
  );
  const fault = problem ?? otherProblem;
  if (fault !== null) return <Banner tone="danger">{fault}</Banner>;
  if (rows === null) return <Spinner size="small" />;
  const [name, other] = [agentName(to.sessionId), agentName(from.sessionId)];
  if (rows.length === 0) {
    return <p className={styles.note}>{`${name} and ${other} have the same text here.`}</p>;
  }
  return (
    <>
      <p
        className={styles.note}
      >{`− ${other}, + ${name}. To pick, compare against the file before.`}</p>
      <DiffLines path={path} rows={rows.slice(0, HUNK_ROWS)} />
    </>
  );
}

function useTexts(
  sessionId: SessionId,
  { change: { changeId } }: ChangeView,
): readonly [texts: ChangeTexts | null, problem: string | null] {
  const [texts, setTexts] = useState<ChangeTexts | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    call('changes.texts', { sessionId, changeId }).then(
      (value) => isCurrent && setTexts(value),
      (error: unknown) => isCurrent && setProblem(errorMessage(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId, changeId]);
  return [texts, problem];
}
