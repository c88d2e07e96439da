import type { LineSource, OriginRun } from '#shared/airlock/provenance/origin';
import type { ChangeId, SessionId } from '#shared/ids';
import { type RequestMarker, request } from './marker';

/** A text, and the origins of its lines. */
export interface FileProvenance {
  readonly text: string;
  readonly origins: readonly LineSource[];
  /** In order, covering all lines. */
  readonly runs: readonly OriginRun[];
  /** What could not be read of the commits; null if nothing is missing. */
  readonly problem: string | null;
}

/** The result of "Revert this session’s accepted changes". */
export interface RevertReport {
  /** Hunks that were taken out of the user's files and are undecided again. */
  readonly reverted: number;
  /** What stayed, and why. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

export const provenanceRequests = {
  /** A file of a project as it is now. */
  'provenance.file': request<{ readonly folder: string; readonly path: string }, FileProvenance>(),
  /** The proposed text of a change. */
  'provenance.change': request<
    { readonly sessionId: SessionId; readonly changeId: ChangeId },
    FileProvenance
  >(),
  /** Takes everything that was accepted of a session out of the user's files. */
  'provenance.revert': request<{ readonly sessionId: SessionId }, RevertReport>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;
