import type { EntryId, SessionId } from '#shared/ids';

/** The actions of a visible transcript that the rest of the window may call. */
export interface ThreadHandle {
  openFind(): void;
  jumpToLatest(): void;
  /** Scrolls to an entry, and focuses it if it is a question. */
  reveal(id: EntryId): void;
  focus(): void;
  /** Copies the last message of the agent. */
  copyAnswer(): void;
}

const handles = new Map<SessionId, ThreadHandle>();

/** Undefined while the session has no transcript on the screen. */
export function threadHandle(id: SessionId): ThreadHandle | undefined {
  return handles.get(id);
}

export function registerThread(id: SessionId, handle: ThreadHandle): () => void {
  handles.set(id, handle);
  return () => {
    if (handles.get(id) === handle) handles.delete(id);
  };
}
