import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import { computeHunks, rangeOf } from '#shared/airlock/hunks';
import type { SessionId } from '#shared/ids';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '../../../diagnostics/reportError';
import { call } from '../../../ipc/client';
import { Button } from '../../../ui/Button';
import diffStyles from '../DiffView.module.css';
import { applyResult, carryOut, decideHunks } from '../model/actions';
import { loadTexts } from '../model/changeTexts';
import { conflictWords } from '../model/changeWords';
import type { HunkConflict } from '../model/conflicts';
import { usePreferences } from '../model/preferences';
import { resolvedText } from '../model/resolveTexts';
import { editedText, shownText } from '../model/shownText';
import type { ShownDiff } from '../monaco/diffSurface';
import { useShownDiff, useSurface } from '../monaco/useSurface';
import styles from './ConflictView.module.css';

interface ConflictViewProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  readonly conflicts: readonly HunkConflict[];
  /** What the agent wants, where there are no lines of both to put together. */
  readonly children: ReactNode;
}

/** Where the user's file moved on in the same place: both sides, and the result, which can be edited. */
export function ConflictView({ sessionId, view, conflicts, children }: ConflictViewProps) {
  const hasText = conflicts.every(({ conflict }) => conflict?.type === 'lines');
  return (
    <div className={styles.view}>
      <div className={styles.conflicts}>
        {conflicts.map((one, index) => (
          <Clash
            key={one.hunk.hunk.id}
            sessionId={sessionId}
            view={view}
            clash={one}
            name={`Conflict ${index + 1} of ${conflicts.length}`}
          />
        ))}
      </div>
      <div className={styles.result}>
        {hasText ? <ConflictResult sessionId={sessionId} view={view} /> : children}
      </div>
    </div>
  );
}

interface ClashProps extends Omit<ConflictViewProps, 'conflicts' | 'children'> {
  readonly clash: HunkConflict;
  readonly name: string;
}

function Clash({ sessionId, view, clash: { hunk, conflict }, name }: ClashProps) {
  const isLines = conflict?.type === 'lines';
  const settle = (resolution: 'proposed' | 'both') => () =>
    void carryOut(sessionId, [
      {
        changeId: view.change.changeId,
        hunks: [{ hunkId: hunk.hunk.id, verdict: 'accept' }],
        resolution,
        acknowledgesRisk: view.risk.type === 'red',
      },
    ]).catch(reportError);
  return (
    <fieldset className={styles.conflict} aria-label={name}>
      <div className={styles.head}>
        <p className={styles.reason}>
          <strong className={styles.count}>{name}</strong>{' '}
          {conflict === null
            ? 'Airlock was stopped while it wrote this file, and somebody has changed it since.'
            : conflictWords(conflict)}
        </p>
        <Button
          size="small"
          onClick={() => void decideHunks(sessionId, 'reject', view, [hunk]).catch(reportError)}
        >
          {conflict?.type === 'missing' ? 'Leave it deleted' : 'Keep yours'}
        </Button>
        <Button size="small" onClick={settle('proposed')}>
          Take the agent’s
        </Button>
        {isLines && (
          <Button size="small" onClick={settle('both')}>
            Take both
          </Button>
        )}
      </div>
      {isLines && (
        <div className={styles.sides}>
          <Side
            name={`Yours, from line ${conflict.targetStart + 1}`}
            lines={conflict.target}
            nothing="You took these lines out."
          />
          <Side
            name="The agent’s"
            lines={conflict.proposed}
            nothing="The agent took these lines out."
          />
        </div>
      )}
    </fieldset>
  );
}

interface SideProps {
  readonly name: string;
  readonly lines: readonly string[];
  /** Said where there are no lines. */
  readonly nothing: string;
}

function Side({ name, lines, nothing }: SideProps) {
  return (
    <fieldset className={styles.side} aria-label={name}>
      <p className={styles.name}>{name}</p>
      {lines.length === 0 ? (
        <p className={styles.nothing}>{nothing}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it
        <pre className={styles.code} tabIndex={0}>
          {lines.join('')}
        </pre>
      )}
    </fieldset>
  );
}

/** The file as it would become, beside the file as it is: the user may write what they mean. */
function ConflictResult({ sessionId, view }: Omit<ConflictViewProps, 'conflicts' | 'children'>) {
  const { changeId, path } = view.change;
  const [clash, setClash] = useState<{ current: string; result: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { surface, container } = useSurface(usePreferences());
  useEffect(() => {
    let isCurrent = true;
    loadClash(sessionId, view).then((loaded) => isCurrent && setClash(loaded), reportError);
    return () => {
      isCurrent = false;
    };
  }, [sessionId, view]);
  const diff = useMemo((): ShownDiff | null => {
    if (clash === null) return null;
    const original = shownText(clash.current);
    const modified = shownText(clash.result);
    const hunks = computeHunks(original, modified).map(rangeOf);
    return { key: `${changeId}-conflict`, path, original, modified, hunks };
  }, [clash, changeId, path]);
  const isDrawn = useShownDiff(surface, diff);
  useEffect(() => {
    if (surface === null || !isDrawn) return;
    const shown = visiblePath(path);
    surface.setLabels(`${shown}, yours`, `${shown}, result`);
    surface.setEditable(true);
  }, [surface, isDrawn, path]);
  const save = () => {
    if (surface === null || clash === null) return;
    setBusy(true);
    const text = editedText(clash.result, surface.modifiedText());
    applyResult(sessionId, view, clash.current, text)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <div className={diffStyles.view}>
      <div className={diffStyles.editing}>
        <p>Nothing of yours was overwritten. Choose above, or edit the result here.</p>
        <Button size="small" variant="primary" busy={isBusy} disabled={!isDrawn} onClick={save}>
          Use this result
        </Button>
      </div>
      <div ref={container} className={diffStyles.editor} data-drawn={isDrawn} />
    </div>
  );
}

async function loadClash(sessionId: SessionId, view: ChangeView) {
  const { changeId } = view.change;
  const [texts, { text }] = await Promise.all([
    loadTexts(sessionId, changeId),
    call('changes.current', { sessionId, changeId }),
  ]);
  const current = text ?? '';
  return { current, result: resolvedText(view, texts, current, 'both') };
}
