import { setImmediate } from 'node:timers/promises';
import type { PermissionAsk } from '#main/agents/connection';
import { connect } from '#main/agents/wires/acp/connect';
import { fail, ok } from '#shared/errors';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import type { FormValue, PermissionOutcome } from '#shared/session/request/requests';
import { countingIds } from './countingIds';
import type { Frame } from './recordings';
import { Replay } from './replay';
import { type RpcMessage, RpcPeer } from './rpcPeer';

interface RecordedAnswer {
  readonly outcome?: { readonly outcome?: string; readonly optionId?: string };
  readonly content?: string | Readonly<Record<string, FormValue>>;
}

/** Replays the recording of an agent that speaks ACP, in either version. */
export class AcpReplay extends Replay<RpcMessage, RpcPeer> {
  private readonly requestIds = new Map<unknown, RpcMessage['id']>();
  private readonly open = new Map<unknown, Promise<void>>();
  /** Requests that our port does not offer, because the agent never advertised them. */
  private readonly skipped = new Set<unknown>();
  private readonly prompts = new Set<unknown>();
  private isDraft = false;

  constructor(frames: readonly Frame<RpcMessage>[]) {
    super(frames, (agentEnd) => new RpcPeer(agentEnd));
  }

  protected override async finish(): Promise<void> {
    if (this.isDraft) await Promise.all(this.open.values());
  }

  protected async say(message: RpcMessage): Promise<void> {
    if (message.method === undefined) await this.checkAnswer(message);
    else await this.ask(message.method, message);
  }

  protected async hear(message: RpcMessage, index: number): Promise<void> {
    if (message.method !== undefined) {
      if (message.id !== undefined) this.prepareAnswer(message, index);
      this.peer.send(message);
      return;
    }
    if (this.skipped.has(message.id)) return;
    this.peer.send({ ...message, id: this.requestIds.get(message.id) });
    // In version 2 the answer to a prompt is only a receipt, and the turn continues.
    const isReceipt = this.isDraft && this.prompts.has(message.id);
    if (!isReceipt) await this.open.get(message.id);
    await setImmediate();
  }

  /** Makes the client answer as the recorder did, further down in the recording. */
  private prepareAnswer({ id, method }: RpcMessage, index: number): void {
    const answer = this.answerTo(index, (said) => said.method === undefined && said.id === id);
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
    this.open.set(id, asking.catch(this.failed(method)));
    const sent = await asked;
    this.requestIds.set(id, sent.id);
    if (method === 'initialize') return;
    const [ours, recorded] = [JSON.stringify(sent.params), JSON.stringify(params)];
    if (ours !== recorded) this.deviations.push(`${method}: ${ours} instead of ${recorded}`);
  }

  /** Null: the port does not offer this for this agent. */
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
    const options = { ...this.options, services, draft: this.isDraft };
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
