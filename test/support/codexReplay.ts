import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { AgentConnection, ListedSession, PermissionAsk } from '#main/agents/connection';
import { connect } from '#main/agents/wires/codex/connect';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { FormValue, PermissionOutcome } from '#shared/session/requests';
import { countingIds } from './acpHarness';
import { MemoryChannel } from './memoryChannel';
import { RecordingClient } from './recordingClient';
import { RpcError, type RpcMessage, RpcPeer } from './rpcPeer';
import { type Failure, TranscriptFold } from './transcriptFold';

type Members = { readonly [key: string]: unknown };

interface Frame {
  readonly dir: 'in' | 'out';
  readonly msg: RpcMessage;
}

export function readCodexFrames(path: string): Frame[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

/** Requests that a connection makes of its own, and that the recorder did not make. */
const ownRequests = ['model/list', 'collaborationMode/list', 'account/read'];

/**
 * Plays a recording against a real connection: what the recorder asked is asked through the port,
 * what Codex said comes in as it was, and what the recorder answered is what the client says. Each
 * answer of ours is compared with the recorded one.
 */
export class CodexReplay {
  readonly client = new RecordingClient();
  readonly fold = new TranscriptFold(this.client.events);
  /** Answers of ours that are not those that were recorded. */
  readonly deviations: string[] = [];
  readonly failures: Failure[] = [];
  listed: readonly ListedSession[] = [];
  private readonly channel: MemoryChannel;
  private readonly agentEnd: MemoryChannel;
  private readonly peer: RpcPeer;
  private readonly requestIds = new Map<unknown, RpcMessage['id']>();
  private readonly open = new Map<unknown, Promise<void>>();
  private connection: AgentConnection | null = null;

  constructor(private readonly frames: readonly Frame[]) {
    [this.channel, this.agentEnd] = MemoryChannel.pair();
    this.peer = new RpcPeer(this.agentEnd);
    for (const method of ownRequests) {
      this.peer.answer(method, () => {
        throw new RpcError({
          code: -32600,
          message: `Invalid request: unknown variant \`${method}\``,
        });
      });
    }
  }

  async run(): Promise<this> {
    for (const [index, { dir, msg }] of this.frames.entries()) {
      if (dir === 'in') await this.hear(msg, index);
      else if (msg.method === undefined) await this.checkAnswer(msg);
      else await this.ask(msg.method, msg);
      this.fold.drain();
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
    } else if (this.requestIds.has(message.id)) {
      this.peer.send({ ...message, id: this.requestIds.get(message.id) });
      await this.open.get(message.id);
    }
    await setImmediate();
  }

  /** The client will say what the recorder said, which stands further down. */
  private prepareAnswer({ id }: RpcMessage, index: number): void {
    const answer = this.frames
      .slice(index)
      .find(({ dir, msg }) => dir === 'out' && msg.method === undefined && msg.id === id)?.msg;
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
    const failed = ({ code, message }: Failure) =>
      void this.failures.push({ method, code, message });
    const done = asking.catch(failed);
    const sent = await asked;
    this.requestIds.set(id, sent.id);
    // A turn is answered at once and ends much later.
    if (method !== 'turn/start') this.open.set(id, done);
  }

  /** Null: the port offers no such thing. */
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
    const { channel, client } = this;
    const { signal } = new AbortController();
    this.connection = await connect(
      {
        channel,
        client,
        services: { fileSystem: true, terminal: true },
        clientVersion: '0.0.0-test',
        workingDirectory: '/workspace',
        signal,
      },
      countingIds(),
    );
  }
}

function valuesFrom(answers: unknown): Record<string, FormValue> {
  const given = Object.entries((answers ?? {}) as Record<string, { answers: string[] }>);
  return Object.fromEntries(given.map(([id, { answers: words }]) => [id, words.join(', ')]));
}
