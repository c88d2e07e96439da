import type { TerminalId } from '#shared/ids';

/** Runs whose end is told where they were started, by how many views of them. */
const views = new Map<TerminalId, number>();

/** Whoever shows how a run ends need not be told by a toast, too; until the returned function is called. */
export function showRun(id: TerminalId): () => void {
  views.set(id, (views.get(id) ?? 0) + 1);
  return () => {
    const left = (views.get(id) ?? 0) - 1;
    if (left > 0) views.set(id, left);
    else views.delete(id);
  };
}

export function isRunShown(id: TerminalId): boolean {
  return views.has(id);
}
