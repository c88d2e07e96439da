import {
  type AgentDefinition,
  type AgentExit,
  type AgentLease,
  type AgentPool,
  AgentStartError,
  type ProcessView,
  type SealRequest,
} from '#main/agents/agents';
import { type AgentConnection, ConnectionError, type SessionRoots } from '#main/agents/connection';
import { DisposableOwner, DisposableStore, MutableDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import { answeredWithin } from '#main/host/answeredWithin';
import { Deadline } from '#main/host/deadline';
import type { HostTimings } from '#main/host/limits';
import type { Result } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import type { OfferedServer } from '#shared/mcp/offer';
import type { AgentLogin } from '#shared/session/agent';
import { copyGone } from '#shared/session/words/copyGone';
import type { AgentRequests } from './agentRequests';
import type { SessionAgentPort } from './liveSession';
import { conversationToResume, type OpenConversation, openConversation } from './openConversation';
import type { Questions } from './questions';
import type { SessionRecorder } from './sessionRecorder';
import type { Attached } from './turns';

export interface SessionAgentParts {
  readonly recorder: SessionRecorder;
  readonly questions: Questions;
  readonly pool: AgentPool;
  readonly requests: AgentRequests;
  readonly timings: HostTimings;
  onProgress(stderrTail: string): void;
  /** Called with the agent's report about its login; null if it reports nothing. */
  onLoginTold(login: AgentLogin | null): void;
  /** Called when the conversation can be opened. */
  onLogIn(): void;
  /** Called when the agent has logged out: nothing of its login may be kept. */
  onLogOut(): Promise<void>;
  /**
   * Called when the agent's process has ended, and with it the owner of the commands that we run
   * for it.
   */
  onExit(): void;
  findDefinition(id: AgentId): AgentDefinition | undefined;
  /** The copy that it is to work in was deleted or replaced. */
  /** The seal of the session; undefined if it is not sealed. */
  seal(): Result<SealRequest | undefined>;
  isCopyGone(): Promise<boolean>;
  /** The MCP servers that the agent gets. */
  mcpServers(connection: AgentConnection): Promise<AgentServers>;
}

/** The servers that an agent gets when its conversation is opened, and all that were available. */
export interface AgentServers {
  readonly given: Pick<SessionRoots, 'mcpServers' | 'ownServer'>;
  readonly offered: readonly OfferedServer[];
}

/** The session's side of its agent: starts it, attaches the conversation, and notices its end. */
export class SessionAgent extends DisposableOwner implements SessionAgentPort {
  private readonly held = this.register(new MutableDisposable<DisposableStore>());
  private readonly attempts = this.register(new Queue());
  private giveUp = new AbortController();
  private lease: AgentLease | null = null;
  attached: Attached | null = null;
  /** The last process that was started for the session, even if it has ended. */
  process: ProcessView | null = null;
  private readonly processes = this.register(new Emitter<ProcessView>());
  readonly onDidStartProcess = this.processes.event;

  constructor(private readonly parts: SessionAgentParts) {
    super();
  }

  /** Attaches the agent and records the result; never rejects for reasons on the agent's side. */
  attach({ afresh }: { readonly afresh: boolean }): Promise<void> {
    if (afresh) {
      this.giveUp.abort();
      this.giveUp = new AbortController();
    }
    const { signal } = this.giveUp;
    return this.attempts.run(async () => {
      if (signal.aborted || this.isDisposed) return;
      if (afresh) this.letGo();
      try {
        await this.tryToAttach(signal);
      } catch (error) {
        // The start was cancelled.
        if (signal.aborted) return;
        await this.recordFailure(error);
      }
    });
  }

  async cancelStart(): Promise<void> {
    // The agent may have started while the request to stop it was being logged.
    if (await this.withdraw()) this.parts.recorder.record({ type: 'agent.detached' });
  }

  /** Detaches the agent in good order, unless there was none; it can be attached again. */
  withdraw(): Promise<boolean> {
    this.giveUp.abort();
    this.giveUp = new AbortController();
    return this.attempts.run(async () => {
      const { attached } = this;
      if (attached) await this.sayGoodbye(attached, 'close');
      this.letGo();
      return attached !== null;
    });
  }

  async authenticate(methodId: string, apiKey: string | undefined): Promise<void> {
    const { lease } = this;
    if (lease === null) throw new ConnectionError('closed', 'The agent is not running.');
    const credentials = apiKey === undefined ? {} : { apiKey };
    using _attendance = lease.attend(this.parts.requests);
    const { signal } = this.giveUp;
    try {
      // Without a deadline, because the user may have to use a browser.
      await lease.logIn(methodId, credentials, signal);
    } catch (error) {
      // If the user restarts the agent to cancel the login, there is no failure to report.
      if (!signal.aborted) throw error;
    }
  }

  async logOut(): Promise<void> {
    const connection = this.lease?.connection;
    if (connection?.logout === undefined) return;
    await answeredWithin(this.parts.timings.answerMilliseconds, connection.logout());
    await this.parts.onLogOut();
    this.requireLogin('You are logged out.');
  }

  async forceStop(): Promise<void> {
    await this.lease?.kill();
  }

  endReplay(): void {
    this.parts.requests.endReplay();
  }

  /** Detaches from the agent in good order; the process ends if nothing else uses it. */
  async detach(farewell: 'close' | 'delete' = 'close'): Promise<void> {
    const { attached } = this;
    this.giveUp.abort();
    if (attached) await this.sayGoodbye(attached, farewell);
    this.letGo();
  }

  private async sayGoodbye(
    { connection, agentSessionId }: Attached,
    farewell: 'close' | 'delete',
  ): Promise<void> {
    const signal = AbortSignal.timeout(this.parts.timings.closeMilliseconds);
    // Nothing receives what the agent still sends.
    connection.cancel(agentSessionId);
    await connection.closeSession?.(agentSessionId, signal).catch(ignoreGone);
    if (farewell === 'delete') {
      await connection.deleteSession?.(agentSessionId, signal).catch(ignoreGone);
    }
    connection.releaseSession(agentSessionId);
  }

  private async tryToAttach(signal: AbortSignal): Promise<void> {
    if (this.attached) {
      this.reaffirm(this.attached);
      return;
    }
    const lease = await this.connect(signal);
    if (lease === null) return;
    const { recorder, requests, timings } = this.parts;
    using deadline = new Deadline(timings.openMilliseconds, signal);
    const { given, offered } = await this.parts.mcpServers(lease.connection);
    const parts = { lease, recorder, requests, deadline, servers: given };
    const conversation = await openConversation(parts);
    if (conversation === null) {
      this.recordLoss();
      return;
    }
    this.recordServers(offered, conversation.opened.refusedServers ?? {});
    this.settle(lease, conversation);
  }

  private async connect(signal: AbortSignal): Promise<AgentLease | null> {
    if (this.lease) return this.lease;
    const { recorder, pool, findDefinition } = this.parts;
    const { agent, cwd } = recorder.state.head;
    const definition = findDefinition(agent.id);
    if (definition === undefined) {
      recorder.record({
        type: 'agent.failed',
        message: `The agent "${agent.name}" is no longer in the settings.`,
        reason: 'not-configured',
      });
      return null;
    }
    if (await this.parts.isCopyGone()) {
      recorder.record(copyGone(cwd));
      return null;
    }
    const seal = this.parts.seal();
    if (!seal.ok) {
      recorder.record({ type: 'agent.failed', message: seal.error.message });
      return null;
    }
    const lease = await pool.lease({
      definition,
      workspace: cwd,
      seal: seal.value,
      resumes: conversationToResume(recorder.state),
      signal,
      onProgress: this.parts.onProgress,
      onProcess: (process) => {
        this.process = process;
        this.processes.fire(process);
      },
    });
    this.hold(lease);
    recorder.record(introduction(lease.connection));
    return lease;
  }

  private hold(lease: AgentLease): void {
    const held = new DisposableStore();
    held.add(lease);
    held.add(lease.onDidExit((exit) => this.onExit(exit)));
    held.add(lease.onDidLogIn((methodId) => this.onLogIn(methodId)));
    const { login = null, onDidChangeLogin } = lease.connection;
    const { onLoginTold } = this.parts;
    onLoginTold(login);
    if (onDidChangeLogin) held.add(onDidChangeLogin(onLoginTold));
    this.held.value = held;
    this.lease = lease;
  }

  private settle(lease: AgentLease, { attachment, opened, continuity }: OpenConversation): void {
    const { recorder, requests } = this.parts;
    const { agentSessionId, events } = opened;
    const route = lease.route(agentSessionId, requests);
    this.held.value?.add(route);
    this.attached = { connection: lease.connection, agentSessionId };
    recorder.record(
      { type: 'agent.attached', agentSessionId, attachment },
      ...(continuity ? [continuity] : []),
    );
    recorder.ingest(events);
    // Some agents open a session without a login, and refuse the first prompt.
    const { login, authenticationMethods } = lease.connection;
    if (login?.state === 'out' && authenticationMethods.length > 0) {
      this.requireLogin('You are not logged in.');
    }
  }

  private recordServers(
    offered: readonly OfferedServer[],
    refused: Readonly<Record<string, string>>,
  ): void {
    const { recorder } = this.parts;
    if (offered.length === 0 && recorder.state.head.mcpServers.length === 0) return;
    const servers = offered.map((server) => ({
      ...server,
      leftOut: server.leftOut ?? refused[server.name] ?? null,
    }));
    recorder.record({ type: 'mcp.offered', servers });
  }

  /**
   * Confirms the conversation after a login in the middle of it, because the agent has kept it
   * open.
   */
  private reaffirm({ agentSessionId }: Attached): void {
    const { recorder } = this.parts;
    const { continuity, turnCount } = recorder.state.head;
    recorder.record(
      { type: 'agent.attached', agentSessionId, attachment: 'resumed' },
      {
        type: 'continuity.checked',
        verdict: continuity,
        expectedMessages: turnCount,
        foundMessages: null,
        message: 'The agent kept its session open.',
      },
    );
  }

  private recordLoss(): void {
    const { recorder } = this.parts;
    const { turnCount } = recorder.state.head;
    this.letGo();
    recorder.record(
      {
        type: 'continuity.checked',
        verdict: 'differs',
        expectedMessages: turnCount,
        foundMessages: 0,
        message: 'The agent no longer has this conversation. It can be continued in a new session.',
      },
      { type: 'agent.detached' },
    );
  }

  private async recordFailure(error: unknown): Promise<void> {
    if (error instanceof ConnectionError && error.code === 'authentication-required') {
      this.requireLogin(error.message);
      return;
    }
    const { lease } = this;
    if (error instanceof ConnectionError && error.code === 'closed' && lease) {
      // The process has ended or must end: its exit tells more, and is recorded as such.
      await lease.kill();
      if (this.lease === lease && lease.exit) this.onExit(lease.exit);
      if (this.lease !== lease) return;
    }
    this.letGo();
    const { recorder } = this.parts;
    if (error instanceof AgentStartError || error instanceof ConnectionError) {
      recorder.record({
        type: 'agent.failed',
        message: error.message,
        ...(error.detail === undefined ? {} : { detail: error.detail }),
        ...(error instanceof AgentStartError && {
          stderrTail: error.stderrTail,
          ...(error.reason !== null && { reason: error.reason }),
        }),
      });
    } else {
      onUnexpectedError(error);
      recorder.record({
        type: 'agent.failed',
        message: 'Could not connect the agent to this session.',
      });
    }
  }

  private requireLogin(message: string): void {
    const methods = this.lease?.connection.authenticationMethods ?? [];
    this.parts.recorder.record({ type: 'authentication.required', message, methods });
  }

  /** Handles a login, perhaps in another session that shares the process. */
  private onLogIn(methodId: string): void {
    const { recorder } = this.parts;
    if (recorder.state.head.connection.type !== 'authentication') return;
    recorder.record({ type: 'authentication.succeeded', methodId });
    this.parts.onLogIn();
  }

  private onExit(exit: AgentExit): void {
    const { recorder, questions } = this.parts;
    this.letGo();
    this.parts.onExit();
    questions.cancelAll('exit');
    const { turn } = recorder.state.head;
    if (turn !== null) {
      const { turnId } = turn;
      const { message } = exit;
      recorder.record({ type: 'turn.ended', turnId, reason: 'interrupted', message });
    }
    recorder.record({ type: 'agent.exited', ...exit });
    recorder.sync().catch(onUnexpectedError);
  }

  private letGo(): void {
    this.attached = null;
    this.lease = null;
    this.parts.requests.endReplay();
    this.held.clear();
  }
}

function introduction(connection: AgentConnection) {
  const { wire, protocolVersion, identity, powers } = connection;
  return { type: 'agent.started', wire, protocolVersion, identity, powers } as const;
}

/** Ignores a failed close request: an agent that has ended is closed already. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ConnectionError)) throw error;
}
