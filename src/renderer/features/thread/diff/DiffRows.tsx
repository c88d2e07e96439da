import { useMemo, useState } from 'react';
import { DiffLines, type ShownRow } from '../../../ui/diff/DiffLines';
import { ShowMore } from '../../../ui/markdown/ShowMore';
import { DIFF_ALL_ROWS, DIFF_HEIGHT, DIFF_ROWS } from '../limits';
import styles from './DiffView.module.css';

interface DiffRowsProps {
  readonly path: string;
  readonly rows: readonly ShownRow[];
}

export function DiffRows({ path, rows }: DiffRowsProps) {
  const [limit, setLimit] = useState(DIFF_ROWS);
  const shown = useMemo(() => rows.slice(0, limit), [rows, limit]);
  if (rows.length === 0) return <p className={styles.note}>No line changed.</p>;
  const hidden = rows.length - limit;
  return (
    <>
      <DiffLines path={path} rows={shown} maxHeight={DIFF_HEIGHT} />
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
