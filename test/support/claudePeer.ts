import { onTestFinished } from 'vitest';
import type { AgentConnection, MessageChannel, OpenedSession } from '#main/agents/connection';
import { connect } from '#main/agents/wires/claude/connect';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { AgentSessionId } from '#shared/ids';
import { countingIds } from './acpHarness';
import { MemoryChannel } from './memoryChannel';
import { RecordingClient } from './recordingClient';
import { waitFor } from './waitFor';

type Members = { readonly [key: string]: unknown };

export interface ClaudeMessage extends Members {
  readonly type: string;
  readonly request_id?: string;
  readonly request?: Members & { readonly subtype: string };
  readonly response?: Members;
}

type Answer = object | null | ((request: Members) => object | null);

/** The agent's end of a connection to Claude Code, played by a test. */
export class ClaudePeer extends DisposableOwner {
  readonly received: ClaudeMessage[] = [];
  private readonly messages = this.register(new Emitter<ClaudeMessage>());
  private readonly answers = new Map<string, Answer>();
  private count = 0;

  readonly onMessage = this.messages.event;

  constructor(private readonly channel: MessageChannel) {
    super();
    this.register(channel.onMessage((message) => this.take(message as ClaudeMessage)));
  }

  /** Answers requests of this kind from now on; those without an answer are refused as unknown. */
  answer(subtype: string, answer: Answer): this {
    this.answers.set(subtype, answer);
    return this;
  }

  /** As it is, one after the other without a pause. */
  send(...messages: readonly object[]): void {
    for (const message of messages) this.channel.send(message);
  }

  /** Asks, and resolves with the answer, be it a success or an error. */
  async request(request: object, id = `peer-${++this.count}`): Promise<Members> {
    const isAnswer = (message: ClaudeMessage) =>
      message.type === 'control_response' && message.response?.request_id === id;
    const answered = waitFor(this.onMessage, isAnswer, { what: `the answer to ${id}` });
    this.send({ type: 'control_request', request_id: id, request });
    return (await answered).response ?? {};
  }

  /** The last message of this type that came, which must have come. */
  last(type: string): ClaudeMessage {
    const found = this.received.findLast((message) => message.type === type);
    if (!found) throw new Error(`Nothing was sent as ${type}.`);
    return found;
  }

  /** The last request of this kind, which must have come. */
  lastRequest(subtype: string): Members {
    const found = this.received.findLast(({ request }) => request?.subtype === subtype)?.request;
    if (!found) throw new Error(`${subtype} was not requested.`);
    return found;
  }

  private take(message: ClaudeMessage): void {
    this.received.push(message);
    this.messages.fire(message);
    const { request, request_id: id } = message;
    if (message.type !== 'control_request' || !request) return;
    const known = this.answers.get(request.subtype);
    const answer = typeof known === 'function' ? known(request) : known;
    // Null: left open.
    if (answer === null) return;
    const response =
      answer === undefined
        ? {
            subtype: 'error',
            request_id: id,
            error: 'Unsupported',
            error_code: 'unsupported_request',
          }
        : { subtype: 'success', request_id: id, response: answer };
    this.send({ type: 'control_response', response });
  }
}

export interface ClaudeHarness {
  readonly channel: MemoryChannel;
  readonly client: RecordingClient;
  readonly peer: ClaudePeer;
  readonly abort: AbortController;
  connect(resumes?: string): Promise<AgentConnection>;
}

/** Both ends of a connection that has not begun; all of it ends with the test. */
export function claudeHarness(): ClaudeHarness {
  const [channel, agentEnd] = MemoryChannel.pair();
  const client = new RecordingClient();
  const peer = new ClaudePeer(agentEnd);
  const abort = new AbortController();
  onTestFinished(() => {
    peer.dispose();
    agentEnd.dispose();
    channel.dispose();
  });
  return {
    channel,
    client,
    peer,
    abort,
    connect: async (resumes) => {
      const connection = await connect(
        {
          channel,
          client,
          services: { fileSystem: true, terminal: true },
          clientVersion: '0.0.0-test',
          workingDirectory: '/work',
          signal: abort.signal,
          ...(resumes === undefined ? {} : { resumes: resumes as AgentSessionId }),
        },
        countingIds(),
      );
      onTestFinished(() => connection.dispose());
      return connection;
    },
  };
}

export const conversation = '00000000-0000-4000-8000-000000000001';

/** What a version of today says of itself. */
export const introduction = {
  commands: [
    { name: 'compact', description: 'Shorten the conversation', argumentHint: '<how>' },
    { name: '__own', description: '', argumentHint: '' },
  ],
  models: [
    { value: 'default', resolvedModel: 'big-1', displayName: 'Default', description: 'The best' },
    { value: 'small', resolvedModel: 'small-1', displayName: 'Small', description: '' },
  ],
  claude_code_version: '2.1.325',
  current_permission_mode: 'default',
  capabilities: [],
};

/** A session of today's version that the client knows. */
export async function openClaude(
  answer: object = introduction,
): Promise<ClaudeHarness & { connection: AgentConnection; session: OpenedSession }> {
  const harness = claudeHarness();
  const rows = [{ label: 'Session ID', value: conversation }];
  harness.peer
    .answer('initialize', answer)
    .answer('get_status', { sections: [{ title: 'Session', rows }] })
    .answer('get_settings', { applied: { model: 'big-1', effort: 'medium' } })
    .answer('interrupt', { still_queued: [] });
  const connection = await harness.connect();
  const session = await connection.newSession({ cwd: '/work', additionalDirectories: [] });
  harness.client.known.add(session.agentSessionId);
  return { ...harness, connection, session };
}
