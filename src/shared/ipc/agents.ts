import type { AgentId } from '#shared/ids';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/** Where an agent that can be started comes from. */
export type AgentSource = 'settings' | 'installed' | 'found' | 'built-in';

/**
 * Whether somebody has logged in, as far as that can be seen without running the agent. A login that was
 * found may have expired.
 */
export type LoginState = 'found' | 'none' | 'unknown' | 'not-needed';

/** What was found out about the program of an agent. */
export interface AgentFinding {
  /** Null: there is no such program. */
  readonly path: string | null;
  readonly isInPath: boolean;
  /** Null while it is not known, or if the program does not say. */
  readonly version: string | null;
  readonly login: LoginState;
}

/** An agent that can be chosen for a new session. */
export interface AgentChoice {
  readonly id: AgentId;
  readonly name: string;
  readonly command: string;
  readonly builtIn: boolean;
  readonly source: AgentSource;
  /** Null until it was looked for. */
  readonly finding: AgentFinding | null;
}

export interface AgentList {
  readonly agents: readonly AgentChoice[];
  /** More may still be found. */
  readonly isLooking: boolean;
}

export const agentRequests = {
  'agents.list': request<null, AgentList>(),
  /** Looks for agents again, in PATH and where installers put them. */
  'agents.look': request<null, null>(),
  /** Where a command leads; null if it leads nowhere. */
  'agents.locate': request<{ command: string }, { path: string | null; isInPath: boolean }>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const agentEvents = {
  /** The list of agents, or what is known of one of them, has changed. */
  'agents.changed': event<null>(),
} satisfies Record<string, EventMarker<unknown>>;
