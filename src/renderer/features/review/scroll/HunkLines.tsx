import { useMemo, useState } from 'react';
import type { FoundLine } from '#shared/airlock/findLines';
import { formatNumber } from '#shared/text/counted';
import { HUNK_ALL_ROWS } from '#window/features/review/limits';
import type { PickedRows } from '#window/features/review/model/diff/pickedRows';
import { usePreferences } from '#window/features/review/model/preferences';
import { DiffLines } from '#window/ui/diff/DiffLines';
import type { DiffRow } from '#window/ui/diff/diffRow';
import { DIFF_ROW_HEIGHT } from '#window/ui/diff/limits';
import { ShowMore } from '#window/ui/markdown/ShowMore';
import styles from './ScrollFile.module.css';

interface HunkLinesProps {
  readonly path: string;
  /** Null while the texts are loading. */
  readonly rows: readonly DiffRow[] | null;
  /** The number of all rows; `rows` itself is limited. */
  readonly count: number;
  /** The number of rows that are drawn at first. */
  readonly drawn: number;
  readonly picked?: PickedRows | null;
  readonly found?: FoundLine | null;
}

/** The lines of one hunk; their space is reserved while they load. */
export function HunkLines({
  path,
  rows,
  count,
  drawn,
  picked = null,
  found = null,
}: HunkLinesProps) {
  const { wrapLines } = usePreferences();
  const [isWanted, setIsWanted] = useState(false);
  const foundRow = useMemo(() => (found && rows ? rowOf(rows, found) : null), [rows, found]);
  const isWhole = isWanted || (foundRow !== null && foundRow >= drawn);
  const limit = isWhole ? HUNK_ALL_ROWS : drawn;
  const shown = useMemo(() => rows?.slice(0, limit), [rows, limit]);
  const room = Math.min(count, limit) * DIFF_ROW_HEIGHT;
  if (shown === undefined) return <div style={{ height: room }} />;
  const hidden = (rows?.length ?? 0) - shown.length;
  const beyond = count - HUNK_ALL_ROWS;
  return (
    <>
      {shown.length > 0 && (
        <DiffLines path={path} rows={shown} wraps={wrapLines} picked={picked} found={foundRow} />
      )}
      {hidden > 0 && (
        <ShowMore onShow={() => setIsWanted(true)}>
          {`Show ${formatNumber(hidden)} ${shown.length > 0 ? 'more ' : ''}lines`}
        </ShowMore>
      )}
      {isWhole && beyond > 0 && (
        <p className={styles.note}>
          {formatNumber(beyond)} more lines. Open the file to read them.
        </p>
      )}
    </>
  );
}

function rowOf(rows: readonly DiffRow[], { side, line }: FoundLine): number | null {
  const index = rows.findIndex(({ before, after }) =>
    side === 'modified' ? after === line + 1 : after === null && before === line + 1,
  );
  return index === -1 ? null : index;
}
