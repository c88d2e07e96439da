import type { HunkView } from '#shared/airlock/changeView';
import type { LineSelection } from '#shared/airlock/diff/splitHunk';
import type { SessionId } from '#shared/ids';

export interface PickedLines {
  readonly hunk: HunkView;
  readonly lines: LineSelection;
}

/** The actions of a review's diff that commands can call. */
export interface DiffHandle {
  /** Starts a comment on the selected lines, or on the current hunk. */
  comment(): void;
  /** The selected lines of the current hunk; null if none or all of them are selected. */
  pickedLines(): PickedLines | null;
  canEdit(): boolean;
  /** Saves the user's edit of the proposed text. */
  saveEdit(): Promise<void>;
  focus(): void;
}

const handles = new Map<SessionId, DiffHandle>();

export function registerDiff(session: SessionId, handle: DiffHandle): () => void {
  handles.set(session, handle);
  return () => {
    if (handles.get(session) === handle) handles.delete(session);
  };
}

export function diffHandle(session: SessionId | null): DiffHandle | undefined {
  return session === null ? undefined : handles.get(session);
}
