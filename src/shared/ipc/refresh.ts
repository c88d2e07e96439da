import type { RefreshId, SessionId } from '#shared/ids';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/** The relation of a session's changes to the user's present files. */
export interface BaseStanding {
  /** Files that the session wants to change and that anybody has changed since. */
  readonly moved: readonly string[];
  /** Places where both changed the same lines. */
  readonly conflicts: number;
}

export interface SessionStanding extends BaseStanding {
  readonly sessionId: SessionId;
  /** The last refresh, as long as there is something to say about it; also after a restart. */
  readonly refreshed: Refreshed | null;
}

/** The agent's work that did not fit, as a diff; an empty text is about the whole file. */
export interface DroppedFile {
  readonly path: string;
  readonly text: string;
}

export interface RefreshReport {
  /** Null if there was nothing to take over. */
  readonly refreshId: RefreshId | null;
  /** The files that were taken over. */
  readonly updated: readonly string[];
  readonly dropped: readonly DroppedFile[];
  /**
   * Files that could not be written, or that another program wrote at the same time: left as they
   * are.
   */
  readonly left: readonly string[];
}

export interface Refreshed extends RefreshReport {
  readonly refreshId: RefreshId;
  readonly state: 'taken' | 'undone';
  /** Once it is undone: files that another program had changed, and that were not brought back. */
  readonly kept: readonly string[];
  /** Neither the agent's files nor the user's decisions have changed since. */
  readonly canUndo: boolean;
}

export const refreshRequests = {
  /**
   * Sessions whose open changes concern files that have changed since; others are reported by an
   * event.
   */
  'refresh.standings': request<null, readonly SessionStanding[]>(),
  /** Continues the session from the user's files as they are now. */
  'refresh.run': request<{ sessionId: SessionId }, RefreshReport>(),
  /** Undoes a refresh, unless something happened since. */
  'refresh.undo': request<{ sessionId: SessionId; refreshId: RefreshId }, null>(),
  /** Dismisses the notice of a refresh. */
  'refresh.dismiss': request<{ sessionId: SessionId; refreshId: RefreshId }, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const refreshEvents = {
  'refresh.moved': event<SessionStanding>(),
} satisfies Record<string, EventMarker<unknown>>;
