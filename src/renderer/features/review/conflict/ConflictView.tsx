import { type ReactNode, useEffect, useState } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { carryOut, decideHunks } from '#window/features/review/model/actions';
import { conflictWords } from '#window/features/review/model/changeWords';
import type { HunkConflict } from '#window/features/review/model/diff/conflicts';
import { call } from '#window/ipc/client';
import { Button } from '#window/ui/form/Button';
import { ConflictResult } from './ConflictResult';
import styles from './ConflictView.module.css';

interface ConflictViewProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  readonly conflicts: readonly HunkConflict[];
  /** The agent's version, used if there are no lines to merge. */
  readonly children: ReactNode;
}

/** A conflict with the user's file: both sides, and the result, which can be edited. */
export function ConflictView({ sessionId, view, conflicts, children }: ConflictViewProps) {
  const hasText = conflicts.every(({ conflict }) => conflict?.type === 'lines');
  return (
    <div className={styles.view}>
      <div className={styles.conflicts}>
        {conflicts.map((one, index) => (
          <ConflictCard
            key={one.hunk.hunk.id}
            sessionId={sessionId}
            view={view}
            hunkConflict={one}
            name={`Conflict ${index + 1} of ${conflicts.length}`}
          />
        ))}
      </div>
      <div className={styles.result}>
        {hasText ? (
          <ConflictResult key={view.change.path} sessionId={sessionId} view={view} />
        ) : (
          children
        )}
      </div>
    </div>
  );
}

interface ConflictCardProps extends Omit<ConflictViewProps, 'conflicts' | 'children'> {
  readonly hunkConflict: HunkConflict;
  readonly name: string;
}

function ConflictCard({
  sessionId,
  view,
  hunkConflict: { hunk, conflict },
  name,
}: ConflictCardProps) {
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
            ? 'Airlock was stopped while writing this file, and it has changed since.'
            : conflictWords(conflict)}
        </p>
        <Button
          size="small"
          onClick={() => void decideHunks(sessionId, 'reject', view, [hunk]).catch(reportError)}
        >
          {conflict?.type === 'missing' ? 'Keep deleted' : 'Keep yours'}
        </Button>
        <Button size="small" onClick={settle('proposed')}>
          Use the agent’s
        </Button>
        {isLines && (
          <Button size="small" onClick={settle('both')}>
            Use both
          </Button>
        )}
      </div>
      {isLines && (
        <div className={styles.sides}>
          <Side
            name={`Yours, from line ${conflict.targetStart + 1}`}
            lines={conflict.target}
            nothing="You removed these lines."
          />
          <Side
            name="The agent’s"
            lines={conflict.proposed}
            nothing="The agent removed these lines."
          />
        </div>
      )}
      {hasFile(conflict) && <YourFile sessionId={sessionId} view={view} />}
    </fieldset>
  );
}

/** Whether the user's file exists and is not merged by line, so that all of it must be shown. */
function hasFile(conflict: HunkConflict['conflict']): boolean {
  return conflict === null || conflict.type === 'occupied' || conflict.type === 'changed';
}

function YourFile({ sessionId, view }: Pick<ConflictCardProps, 'sessionId' | 'view'>) {
  const { changeId, path } = view.change;
  const [text, setText] = useState<string | null>();
  useEffect(() => {
    let isCurrent = true;
    call('changes.current', { sessionId, changeId }).then(
      (current) => isCurrent && setText(current.text),
      reportError,
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId, changeId]);
  if (text === undefined) return null;
  return (
    <Side
      name={`Yours: ${visiblePath(path)}`}
      lines={text === null || text === '' ? [] : [text]}
      nothing={
        text === null ? 'Your file is not text, so it cannot be shown here.' : 'Your file is empty.'
      }
    />
  );
}

interface SideProps {
  readonly name: string;
  readonly lines: readonly string[];
  /** Shown if there are no lines. */
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
