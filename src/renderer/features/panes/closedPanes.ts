import type { SessionId } from '#shared/ids';

/** More panes than anybody would reopen one by one. */
const LIMIT = 20;

export interface ClosedPane {
  readonly sessionId: SessionId;
  /** The other tabs of the pane that it was in. */
  readonly neighbours: readonly string[];
}

/** The closed panes, so that the last one can be reopened. */
export class ClosedPanes {
  private panes: readonly ClosedPane[] = [];

  get size(): number {
    return this.panes.length;
  }

  add(sessionId: SessionId, neighbours: readonly string[]): void {
    const others = this.panes.filter((pane) => pane.sessionId !== sessionId);
    this.panes = [...others, { sessionId, neighbours }].slice(-LIMIT);
  }

  /** The last one that can still be shown. Panes that were closed after it are dropped. */
  takeLast(canShow: (sessionId: SessionId) => boolean): ClosedPane | undefined {
    const index = this.panes.findLastIndex((pane) => canShow(pane.sessionId));
    const found = this.panes[index];
    this.panes = this.panes.slice(0, Math.max(index, 0));
    return found;
  }
}
