import { useMemo, useState } from 'react';
import { classNames } from '../../../ui/classNames';
import { runPieces } from '../../../ui/markdown/codePieces';
import type { CodeRun } from '../../../ui/markdown/highlightRuns';
import { ShowMore } from '../../../ui/markdown/ShowMore';
import colours from '../../../ui/markdown/syntaxColours.module.css';
import { useHighlight } from '../../../ui/markdown/useHighlight';
import { VisibleText } from '../../../ui/VisibleText';
import { hasHiddenCharacters } from '../../../ui/visibleText';
import { DIFF_ALL_ROWS, DIFF_ROWS } from '../limits';
import styles from './DiffView.module.css';
import type { DiffRow } from './diffRows';
import { languageOfPath } from './languageOfPath';
import { markRuns } from './markRuns';

interface DiffRowsProps {
  readonly path: string;
  readonly rows: readonly DiffRow[];
}

export function DiffRows({ path, rows }: DiffRowsProps) {
  const [limit, setLimit] = useState(DIFF_ROWS);
  const shown = useMemo(() => rows.slice(0, limit), [rows, limit]);
  // Both versions as one text: a grammar seldom minds, and it is asked once.
  const text = useMemo(() => shown.map(textOf).join('\n'), [shown]);
  const { ref, runs } = useHighlight<HTMLDivElement>(text, languageOfPath(path), true);
  const lines = useMemo(() => (runs ? runPieces(runs, 1) : []), [runs]);
  if (rows.length === 0) return <p className={styles.note}>No line changed.</p>;
  const hidden = rows.length - limit;
  return (
    <>
      <div
        ref={ref}
        className={classNames(styles.rows, colours.coloured)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
        tabIndex={0}
        dir="ltr"
      >
        <div className={styles.lines}>
          {shown.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a diff are known by their place.
            <Row key={index} row={row} runs={lines[index]} />
          ))}
        </div>
      </div>
      {hidden > 0 && limit < DIFF_ALL_ROWS && (
        <ShowMore onShow={() => setLimit(DIFF_ALL_ROWS)}>
          {`Show ${Math.min(hidden, DIFF_ALL_ROWS - DIFF_ROWS).toLocaleString()} more lines`}
        </ShowMore>
      )}
      {hidden > 0 && limit >= DIFF_ALL_ROWS && (
        <p className={styles.note}>{hidden.toLocaleString()} more lines: open it in review.</p>
      )}
    </>
  );
}

function textOf(row: DiffRow): string {
  return row.type === 'gap' ? '' : row.text;
}

/** Colours may be missing or wrong; the text may not: people decide by it. */
function isWhole(runs: readonly CodeRun[] | undefined, text: string): runs is readonly CodeRun[] {
  return runs !== undefined && runs.map((run) => run.text).join('') === text;
}

function plain(text: string): readonly CodeRun[] {
  return [{ text, scope: null }];
}

const marks = { context: ' ', added: '+', removed: '−' } as const;

interface RowProps {
  readonly row: DiffRow;
  readonly runs: readonly CodeRun[] | undefined;
}

function Row({ row, runs }: RowProps) {
  if (row.type === 'gap') {
    return <div className={styles.gap}>{row.lines > 0 ? `${row.lines} lines` : ''}</div>;
  }
  return (
    <div className={styles.row} data-type={row.type}>
      <span className={styles.number} aria-hidden="true">
        {row.after ?? row.before}
      </span>
      <span className={styles.mark}>{marks[row.type]}</span>
      <span className={styles.text}>
        {hasHiddenCharacters(row.text) ? (
          <VisibleText text={row.text} />
        ) : (
          markRuns(isWhole(runs, row.text) ? runs : plain(row.text), row.changed).map(
            ({ text, scope, isChanged }, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never move.
                key={index}
                className={isChanged ? styles.changed : undefined}
                data-scope={scope ?? undefined}
              >
                {text}
              </span>
            ),
          )
        )}
      </span>
    </div>
  );
}
