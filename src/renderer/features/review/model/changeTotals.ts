import { type ChangeView, type LineCounts, undecidedLines } from '#shared/airlock/changeView';
import { latestByPath } from './reviewedFiles';

/** With the lines of what is left to decide. */
export interface ChangeTotals extends LineCounts {
  readonly files: number;
  /** Files with something left to decide. */
  readonly open: number;
  /** Of those, the ones whose agent waits for the answer. */
  readonly held: number;
}

export function changeTotals(changes: readonly ChangeView[]): ChangeTotals {
  const files = latestByPath(changes);
  const open = files.filter(({ status }) => status === 'open');
  return {
    files: files.length,
    ...undecidedLines(open),
    open: open.length,
    held: open.filter(({ change }) => change.origin !== 'scan').length,
  };
}
