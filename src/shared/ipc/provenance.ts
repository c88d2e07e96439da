import type { LineSource, OriginRun } from '#shared/airlock/provenance/origin';
import type { ChangeId, SessionId } from '#shared/ids';
import { type RequestMarker, request } from './marker';

/** A text, and who brought in its lines. */
export interface FileProvenance {
  readonly text: string;
  readonly origins: readonly LineSource[];
  /** From the first line to the last. */
  readonly runs: readonly OriginRun[];
  /** What could not be read of the commits; null if nothing is missing. */
  readonly problem: string | null;
}

/** What became of "Revert this session’s accepted changes". */
export interface RevertReport {
  /** Hunks that are out of the user's files, and undecided again. */
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
  /** Takes all that was accepted of a session out of the user's files again. */
  'provenance.revert': request<{ readonly sessionId: SessionId }, RevertReport>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;
