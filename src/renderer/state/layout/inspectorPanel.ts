import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import { readPersisted, writePersisted } from '#window/state/persisted';

export const INSPECTOR_MIN_HEIGHT = 160;
export const INSPECTOR_DEFAULT_HEIGHT = 320;
/**
 * The height that the rest of the window keeps at least: two rows of panes with a question in each.
 */
const REST_MIN_HEIGHT = 340;

const KEY = 'inspectorHeight';

interface InspectorPanelState {
  readonly isOpen: boolean;
  readonly height: number;
  /** The message to show. */
  readonly target: MessageTarget | null;
}

export interface MessageTarget {
  readonly sessionId: SessionId;
  readonly number: number;
}

/** The inspector below the panes: whether it is open, and its height. */
export const inspectorPanel = createStore<InspectorPanelState>(() => ({
  isOpen: false,
  target: null,
  height: readPersisted(
    KEY,
    (value) => (typeof value === 'number' ? value : undefined),
    INSPECTOR_DEFAULT_HEIGHT,
  ),
}));

export function useInspectorPanel<T>(select: (state: InspectorPanelState) => T): T {
  return useStore(inspectorPanel, select);
}

export function showInspector(): void {
  inspectorPanel.setState({ isOpen: true });
}

/** Shows the inspector with this message of the session’s agent. */
export function showMessage(target: MessageTarget): void {
  inspectorPanel.setState({ isOpen: true, target });
}

/** Forgets a target that is now shown. */
export function settleTarget(target: MessageTarget): void {
  inspectorPanel.setState((state) => (state.target === target ? { target: null } : state));
}

export function hideInspector(): void {
  inspectorPanel.setState({ isOpen: false });
}

export function highestInspector(): number {
  return Math.max(INSPECTOR_MIN_HEIGHT, window.innerHeight - REST_MIN_HEIGHT);
}

export function resizeInspector(wanted: number): void {
  const height = Math.round(Math.min(highestInspector(), Math.max(INSPECTOR_MIN_HEIGHT, wanted)));
  inspectorPanel.setState({ height });
  writePersisted(KEY, height);
}
