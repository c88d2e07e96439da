import type { Disposable } from '#main/base/disposable';
import type { Event } from '#main/base/emitter';
import type { Confinement } from '#shared/confinement';
import type { AgentId, AgentSessionId } from '#shared/ids';
import type { FrameDirection } from '#shared/ipc/inspector';
import type { FailureReason } from '#shared/session/events';
import type { WireSetting } from '#shared/settings';
import type { AgentConnection, Credentials, SessionClient } from './connection';
import type { WireFrame } from './lines/wireTap';
import type { SealChoices } from './process/seal/sealPlan';
import type { SealRequest } from './process/seal/seals';
import type { ShutdownReport } from './process/shutdownLadder';
import type { TraceReader } from './traceReader';

export type { WireFrame } from './lines/wireTap';
export type { SessionNetworks } from './process/seal/network/sessionNetworks';
export type { SealRequest } from './process/seal/seals';
export type { ShutdownReport } from './process/shutdownLadder';
export type { FramePlace, TraceReader } from './traceReader';

/** Whether frames in this direction are JSON, or the beginning of JSON. */
export function isMessage(direction: FrameDirection): boolean {
  return direction === 'in' || direction === 'out';
}

/** How to start an agent: from the settings, or a known one. */
export interface AgentDefinition {
  readonly id: AgentId;
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The address of a remote agent. The command is then our own program that connects to it. */
  readonly url?: string;
  /** A folder below the session's folder, in which the program is started. */
  readonly folder?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly wire: WireSetting;
  /** Whether the draft of the protocol's next version may be used. */
  readonly draft?: boolean;
  /** Services that are not offered to the agent, although its wire supports them. */
  readonly withhold?: readonly ('fs' | 'terminal')[];
  /**
   * Whether the agent and its commands run in a namespace, if the system has one. Defaults to true.
   */
  readonly namespace?: boolean;
  /** What the agent may see or write in a sealed session in addition to the defaults. */
  readonly seal?: SealChoices;
}

/** How an agent's process ended, in words and in detail. */
export interface AgentExit {
  readonly message: string;
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderrTail: string;
}

/** The agent did not start; the user sees why and what it printed. */
export class AgentStartError extends Error {
  constructor(
    message: string,
    readonly detail: string | undefined,
    readonly stderrTail: string,
    readonly reason: FailureReason | null = null,
  ) {
    super(message);
    this.name = 'AgentStartError';
  }
}

/** A read-only view of an agent's process, from its start until after its end. */
export interface ProcessView {
  readonly pid: number;
  /** The command and its arguments, without secrets. */
  readonly commandLine: readonly string[];
  readonly folder: string;
  readonly startedAt: number;
  /** Names of the environment variables that the settings give it. */
  readonly variables: readonly string[];
  readonly confinement: Confinement;
  readonly exit: AgentExit | null;
  /** The latest output on its standard error. */
  stderrTail(): string;
  /** The latest messages on the wire, both ways, and the agent's output; oldest first. */
  frames(): readonly WireFrame[];
  readonly onDidRecord: Event<WireFrame>;
  /**
   * The older messages, from the disk; null if nothing is traced. The caller disposes of the
   * reader.
   */
  openTrace(): TraceReader | null;
}

/** One session's share in a running agent. The process ends when the last lease is returned. */
export interface AgentLease extends Disposable {
  readonly connection: AgentConnection;
  readonly onDidExit: Event<AgentExit>;
  /**
   * Fires when the user has logged in, in any session: one login serves all sessions of the
   * process.
   */
  readonly onDidLogIn: Event<string>;
  /** Rejects with a `ConnectionError`. */
  logIn(methodId: string, credentials: Credentials, signal: AbortSignal): Promise<void>;
  /** How the process ended; null while it runs. */
  readonly exit: AgentExit | null;
  /**
   * Sends the session's traffic to this client from now on. Throws a `ConnectionError` if another
   * client has it already: an agent that uses one id twice must not mix up two sessions.
   */
  route(session: AgentSessionId, client: SessionClient): Disposable;
  /**
   * Sends the connection's own questions, such as those of a login, to this client until it is
   * disposed.
   */
  attend(client: SessionClient): Disposable;
  /** Ends the process for every session that shares it, and reports the steps that were needed. */
  kill(): Promise<ShutdownReport>;
}

export interface LeaseRequest {
  readonly definition: AgentDefinition;
  /** The folder that the process runs in; sessions of one workspace share it. */
  readonly workspace: string;
  /**
   * The session that the agent is sealed for. Without a seal the agent has all of the user's
   * rights.
   */
  readonly seal?: SealRequest | undefined;
  /** The conversation to resume: some agents need it as an argument when they start. */
  readonly resumes?: AgentSessionId | undefined;
  /** Aborted when the agent is no longer needed. */
  readonly signal: AbortSignal;
  /** Called with the agent's output while it starts. */
  onProgress(stderrTail: string): void;
  /** Called with the process as soon as there is one, and again if another replaces it. */
  onProcess?(process: ProcessView): void;
}

/** Running agents, one process per (agent, workspace). */
export interface AgentPool {
  /** Starts the agent if it does not run yet. Rejects with an `AgentStartError`. */
  lease(request: LeaseRequest): Promise<AgentLease>;
}
