import { memo, type ReactNode, useMemo } from 'react';
import { classNames } from '../classNames';
import { runPieces } from '../markdown/codePieces';
import type { CodeRun } from '../markdown/highlightRuns';
import colours from '../markdown/syntaxColours.module.css';
import { useHighlight } from '../markdown/useHighlight';
import { VisibleText } from '../VisibleText';
import { hasHiddenCharacters } from '../visibleText';
import styles from './DiffLines.module.css';
import type { DiffRow } from './diffRow';
import { languageOfPath } from './languageOfPath';
import { markRuns } from './markRuns';

/** Lines that are not shown stand between those that are. */
export type ShownRow = DiffRow | { readonly type: 'gap'; readonly lines: number };

interface DiffLinesProps {
  readonly path: string;
  readonly rows: readonly ShownRow[];
  /** It scrolls by itself once it is this high, in pixels. */
  readonly maxHeight?: number;
  readonly wraps?: boolean;
}

/** The lines of a change, coloured; all of them are drawn. */
export const DiffLines = memo(function DiffLines(props: DiffLinesProps) {
  const { path, rows, maxHeight, wraps = false } = props;
  // Both versions as one text: a grammar seldom minds, and it is asked once.
  const text = useMemo(() => rows.map(textOf).join('\n'), [rows]);
  const { ref, runs } = useHighlight<HTMLDivElement>(text, languageOfPath(path), true);
  const lines = useMemo(() => (runs ? runPieces(runs, 1) : []), [runs]);
  return (
    <div
      ref={ref}
      className={classNames(styles.rows, colours.coloured)}
      style={{ maxHeight }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
      tabIndex={0}
      dir="ltr"
    >
      <div className={styles.lines} data-wraps={wraps || undefined}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a diff are known by their place.
          <Row key={index} row={row} runs={lines[index]} />
        ))}
      </div>
    </div>
  );
});

function textOf(row: ShownRow): string {
  return row.type === 'gap' ? '' : row.text;
}

/** Colours may be missing or wrong; the text may not: people decide by it. */
function isWhole(runs: readonly CodeRun[] | undefined, text: string): runs is readonly CodeRun[] {
  return runs !== undefined && runs.map((run) => run.text).join('') === text;
}

const marks = { context: ' ', added: '+', removed: '−' } as const;

interface RowProps {
  readonly row: ShownRow;
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
        {lineContent(row, runs)}
        {row.ending !== undefined && <span className={styles.ending}>{row.ending}</span>}
      </span>
    </div>
  );
}

function lineContent({ text, changed }: DiffRow, runs: RowProps['runs']): ReactNode {
  if (hasHiddenCharacters(text)) return <VisibleText text={text} />;
  const coloured = isWhole(runs, text) ? runs : [{ text, scope: null }];
  return markRuns(coloured, changed).map((run, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never move.
      key={index}
      className={run.isChanged ? styles.changed : undefined}
      data-scope={run.scope ?? undefined}
    >
      {run.text}
    </span>
  ));
}
