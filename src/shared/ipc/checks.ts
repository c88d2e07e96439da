import type { CheckStanding, ChosenHunks } from '#shared/checks/check';
import type { SessionId } from '#shared/ids';
import type { ProjectTrust } from '#shared/project/projectSetup';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/** Hunks of one session that are, or would be, in the user's files together. */
export interface CheckSelection {
  readonly sessionId: SessionId;
  /** Besides what was accepted already. */
  readonly hunks: readonly ChosenHunks[];
}

export interface CheckState {
  readonly name: string;
  readonly command: string;
  readonly standing: CheckStanding;
}

/** The checks of a session's project, and what they say about a selection. */
export interface ChecksState {
  /** In the order of the project's file; one that was typed in comes last. */
  readonly checks: readonly CheckState[];
  /** Null if the project has no file that can be used. */
  readonly trust: ProjectTrust | null;
  /**
   * What is wrong with the project's file, so that its checks are not known; null if nothing is.
   */
  readonly fault: string | null;
  /** The hash of the project's file, which "run once" names; null without one. */
  readonly hash: string | null;
  /** The checks that run or wait now, and the one that is running; null while there is none. */
  readonly running: { readonly names: readonly string[]; readonly current: string | null } | null;
  /** The user wants changes of this project accepted only when every check has passed. */
  readonly isRequired: boolean;
  readonly isGreen: boolean;
  /** Why the selection cannot be put together; null if it can. */
  readonly problem: string | null;
}

/** Commands that may run although the project's file is not trusted. */
export type GivenOnce =
  /** The checks of the file with this hash. */
  | { readonly type: 'file'; readonly hash: string }
  /** A line that the user has typed in. */
  | { readonly type: 'command'; readonly command: string };

export const checkRequests = {
  'checks.state': request<CheckSelection, ChecksState>(),
  /** Runs checks on a copy with exactly this selection. Settles when they have ended. */
  'checks.run': request<
    CheckSelection & {
      /** The names of the checks; null: all. */
      readonly names: readonly string[] | null;
      readonly once: GivenOnce | null;
    },
    null
  >(),
  'checks.cancel': request<{ readonly sessionId: SessionId }, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const checkEvents = {
  'checks.changed': event<{ readonly sessionId: SessionId }>(),
} satisfies Record<string, EventMarker<unknown>>;
