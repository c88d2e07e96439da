import type { TerminalId } from '#shared/ids';

/** Runs whose end is told where they were started, by how many views of them. */
const views = new Map<TerminalId, number>();

/** A view that shows how a run ends needs no toast, until the returned function is called. */
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
