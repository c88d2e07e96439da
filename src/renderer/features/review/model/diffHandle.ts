import type { SessionId } from '#shared/ids';

/** What commands can ask of the diff that a review shows. */
export interface DiffHandle {
  /** Starts a comment on the selected lines, or on the current hunk. */
  comment(): void;
  canEdit(): boolean;
  /** Keeps what the user made of the proposed text. */
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
