import type { ChangeView } from '#shared/airlock/changeView';

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

type Counted = Pick<ChangeView, 'status' | 'addedLines' | 'removedLines'> & {
  readonly change: Pick<ChangeView['change'], 'path'>;
};

/** Lines of what is left to decide, each file by its latest change; undefined if there is nothing. */
export function undecidedLines(changes: readonly Counted[]): ChangedLines | undefined {
  const latest = new Map(changes.map((view) => [view.change.path, view]));
  const open = [...latest.values()].filter(({ status }) => status === 'open');
  if (open.length === 0) return undefined;
  return {
    added: open.reduce((sum, { addedLines }) => sum + addedLines, 0),
    removed: open.reduce((sum, { removedLines }) => sum + removedLines, 0),
  };
}
