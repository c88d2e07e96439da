import { memo, type ReactNode, useMemo } from 'react';
import { counted } from '#shared/text/counted';
import { classNames } from '#window/ui/classNames';
import { runPieces } from '#window/ui/markdown/codePieces';
import type { CodeRun } from '#window/ui/markdown/highlightRuns';
import colours from '#window/ui/markdown/syntaxColours.module.css';
import { useHighlight } from '#window/ui/markdown/useHighlight';
import { VisibleText } from '#window/ui/text/VisibleText';
import { hasHiddenCharacters } from '#window/ui/text/visibleText';
import styles from './DiffLines.module.css';
import type { DiffRow } from './diffRow';
import { markRuns } from './markRuns';

/** A row of a diff, or a gap that stands for lines that are not shown. */
export type ShownRow = DiffRow | { readonly type: 'gap'; readonly lines: number };

interface DiffLinesProps {
  readonly path: string;
  readonly rows: readonly ShownRow[];
  /** In pixels; if the lines are higher, they scroll on their own. */
  readonly maxHeight?: number;
  readonly wraps?: boolean;
  /** The row that was found. */
  readonly found?: number | null;
  /** Rows that the user has selected; the end is exclusive. */
  readonly picked?: { readonly from: number; readonly to: number } | null;
}

/** The lines of a change in colour; all of them are drawn. */
export const DiffLines = memo(function DiffLines(props: DiffLinesProps) {
  const { path, rows, maxHeight, wraps = false, picked = null, found = null } = props;
  // Both versions are highlighted as one text: this needs one request, and grammars rarely mind.
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
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a diff have no id and never move.
            key={index}
            row={row}
            runs={lines[index]}
            isFound={index === found}
            isPicked={picked !== null && index >= picked.from && index < picked.to}
          />
        ))}
      </div>
    </div>
  );
});

function textOf(row: ShownRow): string {
  return row.type === 'gap' ? '' : row.text;
}

/** Whether the runs cover the whole line. Colours may be wrong, but users decide by the text. */
function isWhole(runs: readonly CodeRun[] | undefined, text: string): runs is readonly CodeRun[] {
  return runs !== undefined && runs.map((run) => run.text).join('') === text;
}

const marks = { context: ' ', added: '+', removed: '−' } as const;

interface RowProps {
  readonly row: ShownRow;
  readonly runs: readonly CodeRun[] | undefined;
  readonly isPicked: boolean;
  readonly isFound: boolean;
}

const Row = memo(function Row({ row, runs, isPicked, isFound }: RowProps) {
  if (row.type === 'gap') {
    return <div className={styles.gap}>{row.lines > 0 ? counted(row.lines, 'line') : ''}</div>;
  }
  return (
    <div
      className={styles.row}
      data-type={row.type}
      data-picked={isPicked || undefined}
      data-found={isFound || undefined}
    >
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
});

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

/** The language name for highlight.js: the file's extension, or its whole name if it has none. */
function languageOfPath(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
