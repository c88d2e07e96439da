import type { TerminalId } from '#shared/ids';

/** Runs whose result is shown where they were started, with the number of views. */
const views = new Map<TerminalId, number>();

/** Marks a run as shown, so that it needs no toast, until the returned function is called. */
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
