import type { SerializedDockview } from 'dockview-react';
import { LAYOUT_KEY } from '#window/state/layout/panes';
import { readPersisted, writePersisted } from '#window/state/persisted';

/** The layout that this window had when it was last closed. */
export function readPaneLayout(): SerializedDockview | null {
  return readPersisted<SerializedDockview | null>(LAYOUT_KEY, checkLayout, null);
}

export function saveLayout(layout: SerializedDockview | null): void {
  writePersisted(LAYOUT_KEY, layout);
}

/** Only the fields that we use; the library checks the rest, and rejects what it cannot use. */
export function checkLayout(value: unknown): SerializedDockview | undefined {
  if (!isRecord(value) || !isRecord(value.grid) || !isRecord(value.panels)) return undefined;
  return isNode(value.grid.root) ? (value as unknown as SerializedDockview) : undefined;
}

function isNode(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (Array.isArray(value.data)) return value.data.every(isNode);
  return isRecord(value.data) && Array.isArray(value.data.views);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
