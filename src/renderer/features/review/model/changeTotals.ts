import type { ChangeView } from '#shared/airlock/changeView';
import { latestByPath } from './reviewedFiles';

export interface ChangeTotals {
  readonly files: number;
  /** Of what is left to decide. */
  readonly added: number;
  readonly removed: number;
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
    added: open.reduce((sum, { addedLines }) => sum + addedLines, 0),
    removed: open.reduce((sum, { removedLines }) => sum + removedLines, 0),
    open: open.length,
    held: open.filter(({ change }) => change.origin !== 'scan').length,
  };
}
