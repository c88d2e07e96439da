import { useEffect, useMemo, useState } from 'react';
import type { Hunk } from '#shared/airlock/change';
import type { ChangeView } from '#shared/airlock/changeView';
import { splitLines } from '#shared/airlock/diff/lines';
import type { HunkId, SessionId } from '#shared/ids';
import type { ChangeTexts } from '#shared/ipc/changes';
import { visiblePath } from '#shared/text/visiblePath';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { call } from '#window/ipc/client';
import { useMemberNames } from '#window/state/session/sessionSets';
import { Banner } from '#window/ui/Banner';
import { DiffLines } from '#window/ui/diff/DiffLines';
import { type DiffRow, editRows, editSpans } from '#window/ui/diff/diffRow';
import { Checkbox } from '#window/ui/form/Checkbox';
import { QuietSelect } from '#window/ui/form/QuietSelect';
import { Spinner } from '#window/ui/Spinner';
import styles from './ComparedChange.module.css';
import { useCompareTools } from './compareTools';
import { type BoardPlace, type Comparison, useComparison } from './comparison';
import { HUNK_ROWS } from './limits';
import { isInConflict, pickedHunks, withPicks } from './picks';

/** The values of the choices that compare with no other agent. */
const PICK = 'pick';
const BASE = 'base';

/**
 * One agent's change of a file: its hunks to pick from, or the file beside its earlier version or
 * another agent's.
 */
export function ComparedChange({ comparison }: { readonly comparison: Comparison }) {
  const place = useComparison(comparison, (state) => state.place);
  const rows = useComparison(comparison, (state) => state.rows);
  const nameOf = useMemberNames(comparison.sessionIds);
  const [against, setAgainst] = useState<string>(comparison.start?.against ?? PICK);
  if (place === null) return <section className={styles.root} aria-label="Change" />;
  const cells = rows?.find(({ path }) => path === place.path)?.cells ?? [];
  const others = comparison.sessionIds.filter(
    (id, index) => id !== place.sessionId && cells[index] != null,
  );
  const view = cells[comparison.sessionIds.indexOf(place.sessionId)]?.view;
  const other = others.find((id) => id === against);
  const otherView = other && cells[comparison.sessionIds.indexOf(other)]?.view;
  if (view === undefined) return <section className={styles.root} aria-label="Change" />;
  const shownPath = visiblePath(place.path);
  const slash = shownPath.lastIndexOf('/') + 1;
  return (
    <section className={styles.root} aria-label="Change">
      <header className={styles.header}>
        <bdi className={styles.path} title={shownPath}>
          <span className={styles.folder}>{shownPath.slice(0, slash)}</span>
          <span className={styles.name}>{shownPath.slice(slash)}</span>
        </bdi>
        <QuietSelect
          label="View of the change"
          value={other ?? (against === BASE ? BASE : PICK)}
          groups={[
            {
              name: null,
              options: [
                { value: PICK, label: 'Changes to pick' },
                { value: BASE, label: 'Against the original file' },
                ...others.map((id) => ({ value: id, label: `Against ${nameOf(id)}` })),
              ],
            },
          ]}
          onChange={setAgainst}
        />
      </header>
      {other && otherView ? (
        <Difference
          key={`${view.change.changeId} ${otherView.change.changeId}`}
          left={{ sessionId: other, view: otherView, name: nameOf(other) }}
          right={{ sessionId: place.sessionId, view, name: nameOf(place.sessionId) }}
        />
      ) : against === BASE ? (
        <Difference
          key={view.change.changeId}
          left={null}
          right={{ sessionId: place.sessionId, view, name: nameOf(place.sessionId) }}
        />
      ) : (
        <Hunks
          key={view.change.changeId}
          comparison={comparison}
          place={place}
          view={view}
          name={nameOf(place.sessionId)}
        />
      )}
    </section>
  );
}

interface HunksProps {
  readonly comparison: Comparison;
  readonly place: BoardPlace;
  readonly view: ChangeView;
  readonly name: string;
}

function Hunks({ comparison, place, view, name }: HunksProps) {
  const { sessionId } = place;
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
          name={name}
          hunk={hunk}
          label={`Hunk ${index + 1} of ${view.hunks.length}`}
          rows={rows.get(hunk.id) ?? null}
        />
      ))}
    </ol>
  );
}

/** The lines of each text hunk, with some context. */
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
  readonly name: string;
}

interface DifferenceProps {
  /** Null: the file before the change. */
  readonly left: OneSide | null;
  readonly right: OneSide;
}

/**
 * Two versions of the file side by side, or one below the other if there is no room for two
 * columns.
 */
function Difference({ left, right }: DifferenceProps) {
  const { TwoTexts } = useCompareTools();
  const [before, problem] = useTexts((left ?? right).sessionId, (left ?? right).view);
  const [after, otherProblem] = useTexts(right.sessionId, right.view);
  const fault = problem ?? otherProblem;
  if (fault !== null) return <Banner tone="danger">{fault}</Banner>;
  if (before === null || after === null) return <Spinner size="small" />;
  const [old, next] = [left === null ? before.base : before.proposed, after.proposed];
  const isWhole = (one: OneSide | null, text: string | null) =>
    text === null && (one === null ? right.view.change.base : one.view.change.proposed) !== null;
  if (isWhole(left, old) || isWhole(right, next)) {
    return <p className={styles.note}>It is not text, or too large to be shown here.</p>;
  }
  const leftName = left?.name ?? 'before';
  if (old === next) {
    return (
      <p className={styles.note}>{`${right.name} and ${leftName} have the same text here.`}</p>
    );
  }
  const { changeId, path } = right.view.change;
  return (
    <>
      <p className={styles.sides}>
        <span>− {leftName}</span>
        <span>+ {right.name}</span>
      </p>
      <div className={styles.editor}>
        <TwoTexts
          path={path}
          name={`${changeId}-${left?.view.change.changeId ?? 'base'}`}
          left={{ name: leftName, text: old ?? '' }}
          right={{ name: right.name, text: next ?? '' }}
        />
      </div>
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
