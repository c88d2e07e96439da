import type { SerializedDockview } from 'dockview-react';
import { isSessionId, type SessionId } from '#shared/ids';
import { readPersisted, removePersisted, writePersisted } from '#window/state/persisted';
import { pruneLayout } from './paneLayout';
import { checkLayout } from './savedLayout';

const KEY = 'panesAside';

/** The panes from before a set of sessions took the window. */
interface AsidePanes {
  /** Null if the user has since closed all of it. */
  readonly layout: SerializedDockview | null;
  /** Sessions that were opened since then and had to make room for another set. */
  readonly also: readonly SessionId[];
}

/** Keeps the panes that a set hides, over a restart too: hiding them must not lose them. */
export class PanesAside {
  private panes = readPersisted<AsidePanes | null>(KEY, checkAside, null);

  get isEmpty(): boolean {
    return this.panes === null;
  }

  /** Keeps the first layout; sessions that were opened later are added to it when it returns. */
  put(layout: SerializedDockview, open: readonly SessionId[]): void {
    const { panes } = this;
    this.keep(
      panes === null
        ? { layout, also: [] }
        : { ...panes, also: [...new Set([...panes.also, ...open])] },
    );
  }

  /** The user has closed it elsewhere, so it need not come back. */
  drop(closed: string): void {
    if (this.panes === null) return;
    const { layout, also } = this.panes;
    const left = {
      layout: layout && pruneLayout(layout, (id) => id !== closed),
      also: also.filter((id) => id !== closed),
    };
    this.keep(left.layout === null && left.also.length === 0 ? null : left);
  }

  take(): AsidePanes | null {
    const { panes } = this;
    this.keep(null);
    return panes;
  }

  private keep(panes: AsidePanes | null): void {
    if (panes === null && this.panes !== null) removePersisted(KEY);
    else if (panes !== null) writePersisted(KEY, panes);
    this.panes = panes;
  }
}

function checkAside(value: unknown): AsidePanes | undefined {
  const { layout, also } = (value ?? {}) as Partial<Record<keyof AsidePanes, unknown>>;
  const checked = layout === null ? null : checkLayout(layout);
  const isId = (id: unknown) => typeof id === 'string' && isSessionId(id);
  if (checked === undefined || !Array.isArray(also) || !also.every(isId)) return undefined;
  return { layout: checked, also };
}
