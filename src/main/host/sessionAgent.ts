import {
  type AgentDefinition,
  type AgentExit,
  type AgentLease,
  type AgentPool,
  AgentStartError,
} from '#main/agents/agents';
import {
  type AgentConnection,
  ConnectionError,
  type OpenedSession,
  type SessionPlace,
} from '#main/agents/connection';
import { DisposableOwner, DisposableStore, MutableDisposable } from '#main/base/disposable';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AgentId, AgentSessionId } from '#shared/ids';
import type { Attachment, EventOf } from '#shared/session/events';
import type { AgentRequests } from './agentRequests';
import type { Attached, SessionAgentPort } from './liveSession';
import type { Questions } from './questions';
import type { SessionRecorder } from './recorder';
import { Replay } from './replay';

export interface SessionAgentParts {
  readonly recorder: SessionRecorder;
  readonly questions: Questions;
  readonly pool: AgentPool;
  readonly requests: AgentRequests;
  onProgress(stderrTail: string): void;
  findDefinition(id: AgentId): AgentDefinition | undefined;
}

/** Holds a session's end of its agent: starts it, attaches the conversation, notices its end. */
export class SessionAgent extends DisposableOwner implements SessionAgentPort {
  private readonly lease = this.register(new MutableDisposable<DisposableStore>());
  private readonly giveUp = new AbortController();
  private connected: { readonly lease: AgentLease; readonly held: DisposableStore } | null = null;
  attached: Attached | null = null;

  constructor(private readonly parts: SessionAgentParts) {
    super();
  }

  /** Records how it went; never rejects for reasons that lie with the agent. */
  async attach(): Promise<void> {
    try {
      const connection = await this.connect();
      if (connection !== null) await this.open(connection);
    } catch (error) {
      this.recordFailure(error);
    }
  }

  async authenticate(methodId: string, apiKey: string | undefined): Promise<void> {
    const connection = this.connected?.lease.connection;
    if (connection?.authenticate === undefined) {
      throw new ConnectionError('unsupported', 'This agent takes no login from here.');
    }
    await connection.authenticate(methodId, apiKey === undefined ? {} : { apiKey });
    this.parts.recorder.record({ type: 'authentication.succeeded', methodId });
  }

  async forceStop(): Promise<void> {
    await this.connected?.lease.kill();
  }

  /** Lets go of the agent in good order; the process ends if nobody else uses it. */
  async detach(): Promise<void> {
    const { attached } = this;
    this.giveUp.abort();
    this.parts.questions.cancelAll('exit');
    if (attached) {
      await attached.connection.closeSession?.(attached.agentSessionId).catch(ignoreGone);
      attached.connection.releaseSession(attached.agentSessionId);
    }
    this.letGo();
  }

  private async connect(): Promise<AgentConnection | null> {
    if (this.connected) return this.connected.lease.connection;
    const { recorder, pool, findDefinition } = this.parts;
    const { agent, cwd } = recorder.state.head;
    const definition = findDefinition(agent.id);
    if (definition === undefined) {
      recorder.record({
        type: 'agent.failed',
        message: `The agent "${agent.name}" is no longer in the settings.`,
      });
      return null;
    }
    const lease = await pool.lease({
      definition,
      workspace: cwd,
      signal: this.giveUp.signal,
      onProgress: this.parts.onProgress,
    });
    const held = new DisposableStore();
    held.add(lease);
    held.add(lease.onDidExit((exit) => this.onExit(exit)));
    this.lease.value = held;
    this.connected = { lease, held };
    const { connection } = lease;
    recorder.record({
      type: 'agent.started',
      wire: connection.wire,
      protocolVersion: connection.protocolVersion,
      identity: connection.identity,
      powers: connection.powers,
    });
    return connection;
  }

  private async open(connection: AgentConnection): Promise<void> {
    const { head } = this.parts.recorder.state;
    const place: SessionPlace = {
      cwd: head.cwd,
      additionalDirectories: head.additionalDirectories,
    };
    if (head.agentSessionId === null || head.turnCount === 0) {
      return this.settle('new', connection, await connection.newSession(place));
    }
    if (await this.resume(connection, head.agentSessionId, place)) return;
    if (await this.load(connection, head.agentSessionId, place)) return;
    this.parts.recorder.record({
      type: 'continuity.checked',
      verdict: 'differs',
      expectedMessages: head.turnCount,
      foundMessages: 0,
      message:
        'The agent does not hold this conversation any more. It can be continued in a new session.',
    });
    await this.detach();
    this.parts.recorder.record({ type: 'agent.detached' });
  }

  private async resume(
    connection: AgentConnection,
    id: AgentSessionId,
    place: SessionPlace,
  ): Promise<boolean> {
    if (connection.resumeSession === undefined) return false;
    const opened = await connection.resumeSession(id, place).catch(unlessLost);
    if (opened === null) return false;
    this.settle('resumed', connection, opened, {
      type: 'continuity.checked',
      verdict: 'holds',
      expectedMessages: this.parts.recorder.state.head.turnCount,
      foundMessages: null,
      message: 'The agent took this conversation up again.',
    });
    return true;
  }

  private async load(
    connection: AgentConnection,
    id: AgentSessionId,
    place: SessionPlace,
  ): Promise<boolean> {
    if (connection.loadSession === undefined || this.connected === null) return false;
    const { recorder, requests } = this.parts;
    const replay = new Replay(recorder.state, (events) => recorder.ingest(events));
    const route = this.connected.lease.route(id, requests);
    requests.replay = replay;
    try {
      const opened = await connection.loadSession(id, place).catch(unlessLost);
      if (opened === null) return false;
      this.settle('loaded', connection, opened, replay.finish());
      return true;
    } finally {
      requests.replay = null;
      route.dispose();
    }
  }

  private settle(
    attachment: Attachment,
    connection: AgentConnection,
    opened: OpenedSession,
    continuity?: EventOf<'continuity.checked'>,
  ): void {
    const { recorder, requests } = this.parts;
    const { agentSessionId } = opened;
    this.connected?.held.add(this.connected.lease.route(agentSessionId, requests));
    this.attached = { connection, agentSessionId };
    recorder.record({ type: 'agent.attached', agentSessionId, attachment });
    if (continuity) recorder.record(continuity);
    recorder.ingest(opened.events);
  }

  private recordFailure(error: unknown): void {
    const { recorder } = this.parts;
    if (error instanceof ConnectionError && error.code === 'authentication-required') {
      const methods = this.connected?.lease.connection.authenticationMethods ?? [];
      recorder.record({ type: 'authentication.required', message: error.message, methods });
      return;
    }
    this.letGo();
    if (error instanceof AgentStartError) {
      recorder.record({
        type: 'agent.failed',
        message: error.message,
        stderrTail: error.stderrTail,
        ...(error.detail === undefined ? {} : { detail: error.detail }),
      });
    } else if (error instanceof ConnectionError) {
      recorder.record({
        type: 'agent.failed',
        message: error.message,
        ...(error.detail === undefined ? {} : { detail: error.detail }),
      });
    } else {
      onUnexpectedError(error);
      recorder.record({ type: 'agent.failed', message: 'The agent could not be attached.' });
    }
  }

  private onExit(exit: AgentExit): void {
    const { recorder, questions } = this.parts;
    questions.cancelAll('exit');
    const { turn } = recorder.state.head;
    if (turn !== null) {
      recorder.record({
        type: 'turn.ended',
        turnId: turn.turnId,
        reason: 'interrupted',
        message: exit.message,
      });
    }
    recorder.record({ type: 'agent.exited', ...exit });
    void recorder.sync().catch(onUnexpectedError);
    this.letGo();
  }

  private letGo(): void {
    this.attached = null;
    this.connected = null;
    this.lease.clear();
  }
}

/** The agent has forgotten the conversation: a fact to show, unlike a broken connection. */
function unlessLost(error: unknown): null {
  if (
    error instanceof ConnectionError &&
    ['not-found', 'agent-error', 'invalid-request', 'unsupported'].includes(error.code)
  ) {
    return null;
  }
  throw error;
}

/** Closing is a courtesy; an agent that is gone has closed already. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ConnectionError)) throw error;
}
