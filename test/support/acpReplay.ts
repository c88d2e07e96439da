import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { AgentConnection, PermissionAsk } from '#main/agents/connection';
import { connect } from '#main/agents/wires/acp/connect';
import { fail, ok } from '#shared/errors';
import type {
  AgentSessionId,
  MessageId,
  RequestId,
  SessionId,
  ToolCallId,
  TurnId,
} from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import { EVENT_VERSION, type SessionEvent } from '#shared/session/events';
import { apply, createState } from '#shared/session/fold';
import type { FormValue, PermissionOutcome } from '#shared/session/requests';
import type { SessionState } from '#shared/session/state';
import { countingIds } from './acpHarness';
import { MemoryChannel } from './memoryChannel';
import { RecordingClient } from './recordingClient';
import { type RpcMessage, RpcPeer } from './rpcPeer';

/** One line of a recording; "in" is what the agent said. */
export interface Frame {
  readonly dir: 'in' | 'out';
  readonly msg: RpcMessage;
}

export interface Failure {
  readonly method: string;
  readonly code: string;
  readonly message: string;
}

interface RecordedAnswer {
  readonly outcome?: { readonly outcome?: string; readonly optionId?: string };
  readonly content?: string | Readonly<Record<string, FormValue>>;
}

export function readFrames(path: string): Frame[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

/**
 * Plays a recording against a real connection: what the recorder asked is asked through the port,
 * what the agent said comes in as it was, and what the recorder answered is what the client says.
 * Each answer of ours is compared with the recorded one.
 */
export class AcpReplay {
  /** One per conversation that was opened; a loaded one begins anew. */
  readonly states: SessionState[] = [];
  readonly failures: Failure[] = [];
  /** Answers of ours that are not those that were recorded. */
  readonly deviations: string[] = [];
  readonly client = new RecordingClient();
  private readonly channel: MemoryChannel;
  private readonly agentEnd: MemoryChannel;
  private readonly peer: RpcPeer;
  private connection: AgentConnection | null = null;
  private readonly requestIds = new Map<unknown, RpcMessage['id']>();
  private readonly open = new Map<unknown, Promise<void>>();
  /** Requests that our port does not even offer, because the agent never advertised them. */
  private readonly skipped = new Set<unknown>();
  private count = 0;

  constructor(private readonly frames: readonly Frame[]) {
    [this.channel, this.agentEnd] = MemoryChannel.pair();
    this.peer = new RpcPeer(this.agentEnd);
  }

  async run(): Promise<this> {
    for (const [index, { dir, msg }] of this.frames.entries()) {
      if (dir === 'in') await this.hear(msg, index);
      else if (msg.method === undefined) await this.checkAnswer(msg);
      else await this.ask(msg.method, msg);
      this.fold();
    }
    return this;
  }

  dispose(): void {
    this.connection?.dispose();
    this.peer.dispose();
    this.channel.dispose();
    this.agentEnd.dispose();
  }

  private async hear(message: RpcMessage, index: number): Promise<void> {
    if (message.method !== undefined) {
      if (message.id !== undefined) this.prepareAnswer(message, index);
      this.peer.send(message);
      return;
    }
    if (this.skipped.has(message.id)) return;
    this.peer.send({ ...message, id: this.requestIds.get(message.id) });
    await this.open.get(message.id);
    await setImmediate();
  }

  /** The client will say what the recorder said, which stands further down. */
  private prepareAnswer({ id, method }: RpcMessage, index: number): void {
    const answer = this.frames
      .slice(index)
      .find(({ dir, msg }) => dir === 'out' && msg.method === undefined && msg.id === id)?.msg;
    const result = (answer?.result ?? {}) as RecordedAnswer;
    switch (method) {
      case 'session/request_permission':
        this.client.onPermission = (ask) => this.answerPermission(ask, result.outcome);
        break;
      case 'fs/read_text_file':
        this.client.onRead = async () =>
          answer?.error ? fail('not-found', answer.error.message) : ok(String(result.content));
        break;
      case 'elicitation/create':
        this.client.onElicit = async () => ({
          type: 'accepted',
          values: typeof result.content === 'object' ? result.content : {},
        });
        break;
    }
  }

  /** As the host does it: the call, the question, the answer. */
  private async answerPermission(
    ask: PermissionAsk,
    recorded: RecordedAnswer['outcome'] = {},
  ): Promise<PermissionOutcome> {
    const toolCallId = ask.toolCallId as ToolCallId | null;
    const requestId = `req_${++this.count}` as string as RequestId;
    const { title, options } = ask;
    const outcome: PermissionOutcome =
      recorded.outcome === 'selected'
        ? { type: 'selected', optionId: recorded.optionId ?? '' }
        : { type: 'cancelled' };
    this.fold();
    if (toolCallId) this.apply({ type: 'tool.updated', toolCallId, ...ask.tool });
    this.apply({ type: 'permission.asked', requestId, question: { toolCallId, title, options } });
    this.apply({ type: 'permission.answered', requestId, outcome, by: 'user' });
    return outcome;
  }

  private async checkAnswer({ id, result, error }: RpcMessage): Promise<void> {
    await setImmediate();
    const ours = this.peer.received.findLast(
      (message) => message.method === undefined && message.id === id,
    );
    const said = ours && JSON.stringify(ours.result ?? ours.error?.code);
    const recorded = JSON.stringify(result ?? error?.code);
    if (said !== recorded) this.deviations.push(`${id}: ${said} instead of ${recorded}`);
  }

  private async ask(method: string, { id, params = {} }: RpcMessage): Promise<void> {
    const asked = this.peer.next(method);
    const asking = this.start(method, params);
    if (asking === null) {
      asked.catch(() => undefined);
      this.skipped.add(id);
      return;
    }
    const failed = (error: Failure) =>
      void this.failures.push({ method, code: error.code, message: error.message });
    this.open.set(id, asking.catch(failed));
    const sent = await asked;
    this.requestIds.set(id, sent.id);
    if (method === 'initialize') return;
    const [ours, recorded] = [JSON.stringify(sent.params), JSON.stringify(params)];
    if (ours !== recorded) this.deviations.push(`${method}: ${ours} instead of ${recorded}`);
  }

  /** Null: the port offers no such thing for this agent. */
  private start(method: string, params: NonNullable<RpcMessage['params']>): Promise<void> | null {
    if (method === 'initialize') return this.initialize(params);
    const { connection } = this;
    if (!connection) throw new Error('The recording does not begin with initialize.');
    const session = params.sessionId as AgentSessionId;
    const place = { cwd: String(params.cwd), additionalDirectories: [] };
    switch (method) {
      case 'authenticate': {
        const meta = params._meta as { 'api-key'?: { apiKey: string } } | undefined;
        return connection.authenticate?.(String(params.methodId), { ...meta?.['api-key'] }) ?? null;
      }
      case 'session/new':
        return connection.newSession(place).then(({ agentSessionId, events }) => {
          this.begin(agentSessionId);
          for (const event of events) this.apply(event);
        });
      case 'session/load':
        this.begin(session);
        return (
          connection.loadSession?.(session, place).then(({ events }) => {
            this.fold();
            for (const event of events) this.apply(event);
          }) ?? null
        );
      case 'session/prompt':
        return this.prompt(connection, session, params.prompt as ContentBlock[]);
      case 'session/set_mode':
        return this.set(connection.setMode?.(session, String(params.modeId)));
      case 'session/set_config_option':
        return this.set(
          connection.setOption?.(session, String(params.configId), params.value as string),
        );
      case 'session/list':
        return connection.listSessions?.(String(params.cwd)).then(() => undefined) ?? null;
      case 'session/cancel':
        connection.cancel(session);
        return Promise.resolve();
      default:
        throw new Error(`The replay does not know ${method}.`);
    }
  }

  private async initialize(params: NonNullable<RpcMessage['params']>): Promise<void> {
    const offered = params.clientCapabilities as {
      fs?: { readTextFile?: boolean };
      terminal?: boolean;
    };
    const services = {
      fileSystem: offered.fs?.readTextFile === true,
      terminal: offered.terminal === true,
    };
    const { channel, client } = this;
    const { signal } = new AbortController();
    const options = {
      channel,
      client,
      services,
      clientVersion: '0.0.0-test',
      workingDirectory: '/work',
      signal,
    };
    this.connection = await connect(options, countingIds());
  }

  private async prompt(
    connection: AgentConnection,
    session: AgentSessionId,
    content: readonly ContentBlock[],
  ): Promise<void> {
    const turnId = `trn_${++this.count}` as string as TurnId;
    const messageId = `msg_of_turn_${this.count}` as string as MessageId;
    this.apply({ type: 'turn.started', turnId, messageId, content });
    try {
      const { reason } = await connection.prompt(session, content);
      this.fold();
      this.apply({ type: 'turn.ended', turnId, reason });
    } catch (error) {
      this.fold();
      this.apply({ type: 'turn.ended', turnId, reason: 'failed' });
      throw error;
    }
  }

  private async set(setting: Promise<readonly SessionEvent[]> | undefined): Promise<void> {
    const events = (await setting) ?? [];
    this.fold();
    for (const event of events) this.apply(event);
  }

  private begin(session: AgentSessionId): void {
    this.fold();
    this.client.known.add(session);
    this.states.push(createState('ses_replayed' as SessionId));
  }

  private fold(): void {
    for (const event of this.client.events.splice(0)) this.apply(event);
  }

  private apply(event: SessionEvent): void {
    const state = this.states.at(-1);
    if (!state) throw new Error(`${event.type} came before there was a session.`);
    const seq = state.head.seq + 1;
    apply(state, { ...event, v: EVENT_VERSION, seq, at: seq });
  }
}
