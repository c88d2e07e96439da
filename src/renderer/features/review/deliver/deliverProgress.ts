import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import type { DeliverFacts } from '#shared/ipc/deliver';
import type { UserTerminal } from '#shared/terminal/terminal';

export type StepName = 'commit' | 'note' | 'push' | 'request';

/** The result of a step. */
export interface StepState {
  readonly type: 'running' | 'done' | 'failed';
  readonly words: string;
  /** The terminal of its command, while the command runs. */
  readonly terminal?: UserTerminal;
}

/** Where the agent is named. */
export type ProvenanceChoice = 'none' | 'trailers' | 'note';

/** The progress of delivering some accepted changes. */
export interface DeliverProgress {
  /** The commit, with its branch and message; null before it is made. */
  readonly made: {
    readonly commit: string;
    readonly branch: string;
    readonly message: string;
  } | null;
  readonly provenance: ProvenanceChoice;
  readonly steps: Readonly<Partial<Record<StepName, StepState>>>;
}

const NOTHING: DeliverProgress = { made: null, provenance: 'none', steps: {} };

/**
 * Keyed by what is delivered. It outlives the dialog: a command that asks something in its terminal
 * continues while the dialog is closed.
 */
const progresses = createStore<ReadonlyMap<string, DeliverProgress>>(() => new Map());

export function deliveryKey(sessionId: SessionId, { files }: Pick<DeliverFacts, 'files'>): string {
  return JSON.stringify([sessionId, files]);
}

export function useDeliverProgress(key: string): DeliverProgress {
  return useStore(progresses, (state) => state.get(key) ?? NOTHING);
}

export function updateDelivery(
  key: string,
  change: (before: DeliverProgress) => DeliverProgress,
): void {
  progresses.setState((state) => new Map(state).set(key, change(state.get(key) ?? NOTHING)), true);
}
