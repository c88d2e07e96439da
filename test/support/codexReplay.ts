import { setImmediate } from 'node:timers/promises';
import type { ListedSession, PermissionAsk } from '#main/agents/connection';
import { connect } from '#main/agents/wires/codex/connect';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { FormValue, PermissionOutcome } from '#shared/session/request/requests';
import { unknownMethod } from './codexHarness';
import { countingIds } from './countingIds';
import type { Frame } from './recordings';
import { Replay } from './replay';
import { type RpcMessage, RpcPeer } from './rpcPeer';

type Members = { readonly [key: string]: unknown };

/** Requests that a connection makes itself, and that the recorder did not make. */
const ownRequests = ['model/list', 'collaborationMode/list', 'account/read'];

/** Replays a recording of Codex. */
export class CodexReplay extends Replay<RpcMessage, RpcPeer> {
  listed: readonly ListedSession[] = [];
  private readonly requestIds = new Map<unknown, RpcMessage['id']>();
  private readonly open = new Map<unknown, Promise<void>>();

  constructor(frames: readonly Frame<RpcMessage>[]) {
    super(frames, (agentEnd) => new RpcPeer(agentEnd));
    for (const method of ownRequests) {
      this.peer.answer(method, () => {
        throw unknownMethod(method);
      });
    }
  }

  protected async say(message: RpcMessage): Promise<void> {
    if (message.method === undefined) await this.checkAnswer(message);
    else await this.ask(message.method, message);
  }

  protected async hear(message: RpcMessage, index: number): Promise<void> {
    if (message.method !== undefined) {
      if (message.id !== undefined) this.prepareAnswer(message, index);
      this.peer.send(message);
    } else if (this.requestIds.has(message.id)) {
      this.peer.send({ ...message, id: this.requestIds.get(message.id) });
      await this.open.get(message.id);
    }
    await setImmediate();
  }

  /** Makes the client answer as the recorder did, further down in the recording. */
  private prepareAnswer({ id }: RpcMessage, index: number): void {
    const answer = this.answerTo(index, (said) => said.method === undefined && said.id === id);
    const result = (answer?.result ?? {}) as Members;
    this.client.onPermission = async (ask) => this.permission(ask, result);
    this.client.onElicit = async () => ({ type: 'accepted', values: valuesFrom(result.answers) });
  }

  private permission(ask: PermissionAsk, { decision }: Members): Promise<PermissionOutcome> {
    return this.fold.permission(ask, { type: 'selected', optionId: String(decision) });
  }

  private async checkAnswer({ id, result }: RpcMessage): Promise<void> {
    await setImmediate();
    const ours = this.peer.received.findLast(
      (message) => message.method === undefined && message.id === id,
    );
    const [said, recorded] = [JSON.stringify(ours?.result), JSON.stringify(result)];
    if (said !== recorded) this.deviations.push(`${id}: ${said} instead of ${recorded}`);
  }

  private async ask(method: string, { id, params = {} }: RpcMessage): Promise<void> {
    const asked = this.peer.next(method);
    const asking = this.start(method, params);
    if (asking === null) {
      asked.catch(() => undefined);
      return;
    }
    const done = asking.catch(this.failed(method));
    const sent = await asked;
    this.requestIds.set(id, sent.id);
    // A turn is answered at once but ends much later.
    if (method !== 'turn/start') this.open.set(id, done);
  }

  /** Null: the port does not offer this. */
  private start(method: string, params: Members): Promise<void> | null {
    if (method === 'initialize') return this.initialize();
    const { connection } = this;
    if (!connection) return null;
    const session = params.threadId as AgentSessionId;
    const place = { cwd: String(params.cwd ?? '/workspace'), additionalDirectories: [] };
    switch (method) {
      case 'thread/start':
        return connection.newSession(place).then(({ agentSessionId, events }) => {
          this.client.known.add(agentSessionId);
          this.fold.begin();
          this.fold.take(events);
        });
      case 'thread/resume':
        return connection.resumeSession?.(session, place).then(() => undefined) ?? null;
      case 'thread/list':
        return (
          connection.listSessions?.(null).then((listed) => {
            this.listed = listed;
          }) ?? null
        );
      case 'turn/start': {
        const content = params.input as ContentBlock[];
        return this.fold.turn(content, () => connection.prompt(session, content));
      }
      case 'turn/interrupt':
        connection.cancel(session);
        return Promise.resolve();
      default:
        return null;
    }
  }

  private async initialize(): Promise<void> {
    this.connection = await connect(this.options, countingIds());
  }
}

function valuesFrom(answers: unknown): Record<string, FormValue> {
  const given = Object.entries((answers ?? {}) as Record<string, { answers: string[] }>);
  return Object.fromEntries(given.map(([id, { answers: words }]) => [id, words.join(', ')]));
}
