import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { AgentConnection, PermissionAsk } from '#main/agents/connection';
import { connect } from '#main/agents/wires/acp/connect';
import { fail, ok } from '#shared/errors';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import type { FormValue, PermissionOutcome } from '#shared/session/requests';
import { countingIds } from './acpHarness';
import { MemoryChannel } from './memoryChannel';
import { RecordingClient } from './recordingClient';
import { type RpcMessage, RpcPeer } from './rpcPeer';
import { type Failure, TranscriptFold } from './transcriptFold';

/** One line of a recording; "in" is what the agent said. */
export interface Frame {
  readonly dir: 'in' | 'out';
  readonly msg: RpcMessage;
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
  readonly failures: Failure[] = [];
  /** Answers of ours that are not those that were recorded. */
  readonly deviations: string[] = [];
  readonly client = new RecordingClient();
  readonly fold = new TranscriptFold(this.client.events);
  private readonly channel: MemoryChannel;
  private readonly agentEnd: MemoryChannel;
  private readonly peer: RpcPeer;
  private connection: AgentConnection | null = null;
  private readonly requestIds = new Map<unknown, RpcMessage['id']>();
  private readonly open = new Map<unknown, Promise<void>>();
  /** Requests that our port does not even offer, because the agent never advertised them. */
  private readonly skipped = new Set<unknown>();
  private readonly prompts = new Set<unknown>();
  private isDraft = false;

  constructor(private readonly frames: readonly Frame[]) {
    [this.channel, this.agentEnd] = MemoryChannel.pair();
    this.peer = new RpcPeer(this.agentEnd);
  }

  async run(): Promise<this> {
    for (const [index, { dir, msg }] of this.frames.entries()) {
      if (dir === 'in') await this.hear(msg, index);
      else if (msg.method === undefined) await this.checkAnswer(msg);
      else await this.ask(msg.method, msg);
      this.fold.drain();
    }
    if (this.isDraft) await Promise.all(this.open.values());
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
    // In version 2 the answer to a prompt is a receipt: the turn goes on.
    const isReceipt = this.isDraft && this.prompts.has(message.id);
    if (!isReceipt) await this.open.get(message.id);
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

  private answerPermission(
    ask: PermissionAsk,
    recorded: RecordedAnswer['outcome'] = {},
  ): Promise<PermissionOutcome> {
    return this.fold.permission(
      ask,
      recorded.outcome === 'selected'
        ? { type: 'selected', optionId: recorded.optionId ?? '' }
        : { type: 'cancelled' },
    );
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
    if (method === 'session/prompt') this.prompts.add(id);
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
          this.fold.take(events);
        });
      case 'session/load':
        this.begin(session);
        return (
          connection.loadSession?.(session, place).then(({ events }) => {
            this.fold.take(events);
          }) ?? null
        );
      case 'session/prompt': {
        const content = params.prompt as ContentBlock[];
        return this.fold.turn(content, () => connection.prompt(session, content));
      }
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
    this.isDraft = params.protocolVersion === 2;
    const offered = (params.clientCapabilities ?? {}) as {
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
      draft: this.isDraft,
      signal,
    };
    this.connection = await connect(options, countingIds());
  }

  private async set(setting: Promise<readonly SessionEvent[]> | undefined): Promise<void> {
    this.fold.take((await setting) ?? []);
  }

  private begin(session: AgentSessionId): void {
    this.client.known.add(session);
    this.fold.begin();
  }
}
