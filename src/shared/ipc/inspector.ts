import type { Confinement } from '#shared/confinement';
import type { EntryId, SessionId } from '#shared/ids';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/**
 * `in` is from the agent, `out` to it; `garbage` is a line of its output that is not a message, and
 * `problem` an error in one that is.
 */
export type FrameDirection = 'in' | 'out' | 'stderr' | 'garbage' | 'problem';

export interface FrameFilter {
  /** Anywhere in a frame, whatever the case; empty for all. */
  readonly text: string;
  readonly show: 'all' | 'messages' | 'in' | 'out' | 'stderr' | 'faults';
  /** The method or the kind of update, as the list names it; null for all. */
  readonly label: string | null;
}

/** A request that has no answer yet. */
export interface OpenRequest {
  readonly method: string;
  /** `out`: we asked the agent. */
  readonly direction: 'in' | 'out';
  readonly at: number;
}

/** One row of the inspector's list. */
export interface FrameSummary {
  readonly number: number;
  readonly at: number;
  readonly direction: FrameDirection;
  /** The method, or what kind of message it is. */
  readonly label: string;
  /** The beginning of it. */
  readonly preview: string;
  readonly bytes: number;
  readonly isError: boolean;
  /** For an answer: milliseconds since its request. */
  readonly latency?: number;
}

/** An agent's process as the inspector shows it; no value of its environment is among it. */
export interface InspectedProcess {
  readonly pid: number;
  readonly commandLine: readonly string[];
  readonly folder: string;
  readonly startedAt: number;
  readonly variables: readonly string[];
  readonly confinement: Confinement;
  /** How the process ended, in words; null while it runs. */
  readonly exit: string | null;
}

export interface InspectorSnapshot {
  /** The last process of the session; null if none was started since the app started. */
  readonly process: InspectedProcess | null;
  readonly stderrTail: string;
  /** The ordinals of the first row that matches the filter, and of the one after the last. */
  readonly first: number;
  readonly end: number;
  /** The newest matching rows; the others are requested when they come into view. */
  readonly rows: readonly FrameSummary[];
  /** The number of messages on the wire, kept or not. */
  readonly total: number;
  /** The newest requests without an answer. */
  readonly open: readonly OpenRequest[];
  /** The names of the kept messages, for the filter. */
  readonly labels: readonly string[];
}

export const inspectorRequests = {
  /**
   * Subscribes the window to the messages of this session's wire, and of no other, until it closes
   * it.
   */
  'inspector.open': request<
    { readonly sessionId: SessionId; readonly filter: FrameFilter },
    InspectorSnapshot
  >(),
  'inspector.close': request<null, null>(),
  /** Rows of the list that is open, by their ordinals. */
  'inspector.rows': request<
    { readonly from: number; readonly to: number },
    { readonly rows: readonly FrameSummary[] }
  >(),
  /** The index of a message in the open list, or the index that it would have. */
  'inspector.ordinal': request<{ readonly number: number }, { readonly ordinal: number }>(),
  /** The message that an entry of the transcript began with. */
  'inspector.frameOf': request<
    { readonly sessionId: SessionId; readonly entryId: EntryId },
    { readonly number: number }
  >(),
  /** The entry of the transcript that a message is about. */
  'inspector.entryOf': request<
    { readonly sessionId: SessionId; readonly number: number },
    { readonly entryId: EntryId }
  >(),
  /**
   * Asks where, and writes all messages that are kept, without secrets; null if the user cancels.
   */
  'inspector.export': request<
    { readonly sessionId: SessionId },
    { readonly path: string | null }
  >(),
  /** A frame as it went over the wire, laid out, without secrets. */
  'inspector.frame': request<
    { readonly sessionId: SessionId; readonly number: number },
    { readonly text: string; readonly isCut: boolean }
  >(),
  'inspector.openTrace': request<{ readonly sessionId: SessionId }, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const inspectorEvents = {
  'inspector.frames': event<{
    readonly sessionId: SessionId;
    readonly first: number;
    readonly end: number;
    /** The newest rows; those before them can be asked for. */
    readonly rows: readonly FrameSummary[];
    readonly total: number;
    readonly open: readonly OpenRequest[];
    /** The agent's latest output; null if there is none since. */
    readonly stderrTail: string | null;
  }>(),
  /** Another process started, or one ended: everything is to be requested again. */
  'inspector.changed': event<{ readonly sessionId: SessionId }>(),
} satisfies Record<string, EventMarker<unknown>>;
