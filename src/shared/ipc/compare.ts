import type { Collision } from '#shared/airlock/compare/collisions';
import type { StandingLines } from '#shared/airlock/provenance/standing';
import type { Score } from '#shared/airlock/score';
import type { AgentId, ChangeId, HunkId, SessionId } from '#shared/ids';
import type { AgentReference, ContextUsage } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import type { Isolation } from '#shared/session/isolation';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/** Hunks of one session's change that are to be part of a composed result. */
export interface HunkPicks {
  readonly sessionId: SessionId;
  readonly changeId: ChangeId;
  readonly hunkIds: readonly HunkId[];
}

/** Picks that cannot be applied together, or not to the user's file as it is now. */
export interface ComposeConflict {
  readonly path: string;
  readonly picks: readonly {
    readonly sessionId: SessionId;
    readonly changeId: ChangeId;
    readonly hunkId: HunkId;
  }[];
  /** The lines of the user's file that they are about, counted from zero; none: the whole file. */
  readonly start: number;
  readonly lines: readonly string[];
}

/** The collisions of a session with others; empty: none any more. */
export interface SessionCollisions {
  readonly sessionId: SessionId;
  readonly collisions: readonly Collision[];
}

/** What became of the changes of one session. */
export interface SessionScore extends Score {
  readonly sessionId: SessionId;
  readonly agent: AgentReference;
  readonly project: string;
  readonly createdAt: number;
  /** The session's copy was filled with changes of other sessions. */
  readonly isComposed: boolean;
  /** Prompts that the agent was given. */
  readonly turnCount: number;
  /** The name that the agent shows; null if it shows none. */
  readonly model: string | null;
  /** The total of all turns; null if the agent never reported it. */
  readonly tokens: number | null;
  readonly cost: ContextUsage['cost'] | null;
  /** Questions of the agent's, permission requests included. */
  readonly questions: number;
  /**
   * What became of its accepted lines, those in a composed result included; null if there are none.
   */
  readonly standing: StandingLines | null;
  /** Whether the project's checks passed at the first try; null if none was run. */
  readonly firstChecks: boolean | null;
}

export const compareRequests = {
  /** All sessions that there are, whether or not they are open. */
  'compare.scores': request<null, readonly SessionScore[]>(),
  /**
   * The running sessions that change the same files differently; others are reported by an event.
   */
  'compare.collisions': request<null, readonly SessionCollisions[]>(),
  /**
   * Hunks of different sessions with the same key do the same. Changes that cannot be read are left
   * out.
   */
  'compare.keys': request<
    { sessionId: SessionId; changeIds: readonly ChangeId[] },
    readonly (readonly [ChangeId, readonly string[]])[]
  >(),
  /** Which of the picks cannot be applied together. */
  'compare.conflicts': request<{ picks: readonly HunkPicks[] }, readonly ComposeConflict[]>(),
  /** A new session whose copy holds what was picked. Picks that conflict are left out. */
  'compare.compose': request<
    {
      agentId: AgentId;
      folder: string;
      isolation: Isolation;
      title: string;
      picks: readonly HunkPicks[];
      /** Sent to the agent once the files are there. */
      prompt: readonly ContentBlock[] | null;
    },
    { sessionId: SessionId; conflicts: readonly ComposeConflict[] }
  >(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const compareEvents = {
  'compare.collided': event<SessionCollisions>(),
} satisfies Record<string, EventMarker<unknown>>;
