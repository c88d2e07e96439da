import type { ObjectId, SessionId } from '#shared/ids';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/** How what a session wants to change stands to the user's files as they are now. */
export interface BaseStanding {
  /** Files that were changed since, by whomever, and that the session wants to change. */
  readonly moved: readonly string[];
  /** Places where both changed the same lines. */
  readonly conflicts: number;
}

export interface SessionStanding extends BaseStanding {
  readonly sessionId: SessionId;
}

/** A session's trees at one moment. */
export interface RefreshPoint {
  readonly tree: ObjectId;
  readonly baseTree: ObjectId;
  readonly ownTree: ObjectId;
}

/** What of the agent's work did not fit, as a diff; an empty text is about the whole file. */
export interface DroppedFile {
  readonly path: string;
  readonly text: string;
}

export interface RefreshReport {
  readonly before: RefreshPoint;
  readonly after: RefreshPoint;
  /** The files that were taken over. */
  readonly updated: readonly string[];
  readonly dropped: readonly DroppedFile[];
  /** Files that could not be written, or that another program wrote in the same moment: left as they are. */
  readonly left: readonly string[];
}

export const refreshRequests = {
  /** Sessions whose open changes are about files that were changed since; others are told by an event. */
  'refresh.standings': request<null, readonly SessionStanding[]>(),
  /** The session goes on from the user's files as they are now. */
  'refresh.run': request<{ sessionId: SessionId }, RefreshReport>(),
  /** Takes that back, unless something happened since. */
  'refresh.undo': request<
    { sessionId: SessionId; before: RefreshPoint; after: RefreshPoint },
    null
  >(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const refreshEvents = {
  'refresh.moved': event<SessionStanding>(),
} satisfies Record<string, EventMarker<unknown>>;
