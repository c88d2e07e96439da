import type { SessionId } from '#shared/ids';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/** A deleted session, or files of one, that can still be restored. */
export interface TrashEntry {
  readonly id: string;
  readonly sessionId: SessionId;
  /** When it was put there, in milliseconds since 1970. */
  readonly at: number;
  /** The user deleted the session, or its files were found and belong to no session. */
  readonly reason: 'deleted' | 'orphan';
  readonly title: string | null;
  readonly project: string | null;
  /** Null until it was measured. */
  readonly bytes: number | null;
  /** The problem, in words. */
  readonly problem: string | null;
}

export interface TrashContent {
  /** Newest first. */
  readonly entries: readonly TrashEntry[];
  /** How long and how much the trash keeps. */
  readonly keptMilliseconds: number;
  readonly keptBytes: number;
  /**
   * Why the trash could not be read when the app started, in words; then there may be more in it.
   */
  readonly problem: string | null;
}

/** A session that is on the disk and cannot be read. */
export interface UnreadableSession {
  readonly id: SessionId;
  readonly message: string;
}

/** A file of the app's own that could not be read. */
export interface UnreadableFile {
  readonly path: string;
  readonly message: string;
  /**
   * The path that the file was moved to, so that a new one could be written; null if it was not
   * moved.
   */
  readonly aside: string | null;
  /** Everything in the file can be derived from other files. */
  readonly isDerived: boolean;
}

export interface StorageProblems {
  readonly sessions: readonly UnreadableSession[];
  readonly files: readonly UnreadableFile[];
}

export const storageRequests = {
  /** The files that could not be read; sessions are read once more. */
  'storage.problems': request<null, StorageProblems>(),
  'storage.trash': request<null, TrashContent>(),
  /** Puts it back where it was. */
  'storage.restore': request<{ id: string }, { sessionId: SessionId }>(),
  /** Permanently removes what is in the trash now. */
  'storage.empty': request<null, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const storageEvents = {
  /** The content of the trash has changed. */
  'storage.changed': event<null>(),
} satisfies Record<string, EventMarker<unknown>>;
