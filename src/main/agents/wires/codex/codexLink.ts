import {
  type ConnectionClient,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import { DisposableOwner, toDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { AgentSessionId, IdSource } from '#shared/ids';
import { cut } from '../connectionErrors';
import { identifier, isRecord, type JsonRecord, makeRoom, textOr } from '../json';
import { TOLD_WARNINGS } from '../limits';
import { RpcLink } from '../rpc/rpcLink';
import { SessionTable } from '../rpc/sessionTable';
import { unknownNotification } from '../unofferedRequest';
import { Account } from './account';
import { CodexRequests, type ThreadRoute } from './codexRequests';
import { ChildThread, CodexThread } from './codexThread';
import { CHILD_THREADS } from './limits';
import { threadOf } from './translate/approvals';
import type { CodexChoices } from './translate/threadSettings';

/** Notifications about Codex as a whole that we do not use. */
const chatter: ReadonlySet<string> = new Set([
  'account/rateLimits/updated',
  'account/gatewayOAuth/changed',
  'app/list/updated',
  'deprecationNotice',
  'externalAgentConfig/import/completed',
  'externalAgentConfig/import/progress',
  'fs/changed',
  'fuzzyFileSearch/sessionCompleted',
  'fuzzyFileSearch/sessionUpdated',
  'mcpServer/event/stream/notification',
  'mcpServer/oauthLogin/completed',
  'mcpServer/startupStatus/updated',
  'process/exited',
  'process/outputDelta',
  'command/exec/outputDelta',
  'project/changed',
  'remoteControl/status/changed',
  'skills/changed',
  'thread/started',
  'windowsSandbox/setupCompleted',
]);

/** Notifications whose text is for the user. */
const warnings: ReadonlySet<string> = new Set([
  'configWarning',
  'warning',
  'windows/worldWritableWarning',
]);

/** Routes the messages between the channel and the threads. */
export class CodexLink extends DisposableOwner {
  readonly threads: SessionTable<CodexThread | ChildThread>;
  readonly account: Account;
  private readonly client: ConnectionClient;
  private readonly rpc: RpcLink;
  /** Warnings that the agent has given about itself so far. */
  private readonly warned = new Set<string>();
  private choices: CodexChoices = { models: [], collaborations: [] };
  private readonly started = this.register(new Emitter<AgentSessionId>());
  /** Fires for a thread that no other thread started. */
  readonly onDidStart = this.started.event;

  constructor(
    { channel, client }: ConnectOptions,
    private readonly ids: IdSource,
  ) {
    super();
    this.client = client;
    this.threads = new SessionTable(client);
    const requests = new CodexRequests({ client, find: (id) => this.route(id) });
    this.rpc = this.register(
      new RpcLink({
        channel,
        client,
        versioned: false,
        handlers: {
          request: (method, params, signal) => requests.answer(method, params, signal),
          notification: (method, params) => this.notified(method, isRecord(params) ? params : {}),
        },
      }),
    );
    this.account = new Account(this, client);
    this.register(channel.onClose((reason) => this.fail(reason)));
    this.register(toDisposable(() => this.fail('The connection to the agent was closed.')));
  }

  /** Sets the choices that threads offer from now on. */
  offer(choices: CodexChoices): void {
    this.choices = choices;
  }

  async request<T>(
    method: string,
    params: object,
    read: (answer: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      return await this.rpc.request(method, params, read, signal);
    } catch (error) {
      throw clarified(error);
    }
  }

  notify(method: string): void {
    this.rpc.notify(method, {});
  }

  /** The thread with this id, created if necessary. */
  admit(id: AgentSessionId): CodexThread {
    const known = this.threads.find(id);
    if (known instanceof CodexThread) return known;
    const thread = new CodexThread(id, this.client, this.ids, this.choices);
    for (const words of this.warned) thread.warn(words);
    this.threads.admit(thread);
    return thread;
  }

  find(id: AgentSessionId): CodexThread | undefined {
    const thread = this.threads.find(id);
    return thread instanceof CodexThread ? thread : undefined;
  }

  threadOf(id: AgentSessionId): CodexThread {
    const thread = this.threads.demand(id);
    if (thread instanceof CodexThread) return thread;
    throw new ConnectionError('not-found', `The thread ${id} belongs to another one.`);
  }

  letGo(id: AgentSessionId): void {
    const thread = this.find(id);
    if (!thread) return;
    // The end of the turn would no longer be delivered.
    thread.failTurn(new ConnectionError('closed', 'The session was released.'));
    for (const child of thread.children) this.threads.release(child);
    this.threads.release(id);
  }

  private route(id: unknown): ThreadRoute | null {
    const thread = this.threads.find(id);
    if (thread === undefined) return null;
    const feed = thread instanceof ChildThread ? thread.parent : thread;
    return { feed, translator: thread.translator };
  }

  private notified(method: string, params: JsonRecord): void {
    if (method === 'serverRequest/resolved') this.rpc.withdraw(params.requestId);
    if (method.startsWith('account/')) this.account.notified(method, params);
    if (method === 'thread/started') this.adopt(isRecord(params.thread) ? params.thread : {});
    const thread = identifier(threadOf(params));
    if (thread !== null) this.threads.receive(method, thread, { method, params });
    else this.ofTheWhole(method, params);
  }

  /** Shows the events of a thread in its parent thread, if one of our threads started it. */
  private adopt({ id, parentThreadId }: JsonRecord): void {
    const child = identifier(id) as string | null as AgentSessionId | null;
    const parent = this.threads.find(parentThreadId);
    if (child === null) return;
    if (!(parent instanceof CodexThread)) {
      if (identifier(parentThreadId) === null) this.started.fire(child);
      return;
    }
    if (this.threads.find(child) || parent.children.size >= CHILD_THREADS) return;
    parent.children.add(child);
    this.threads.admit(new ChildThread(child, parent));
  }

  private ofTheWhole(method: string, params: JsonRecord): void {
    if (chatter.has(method) || method.startsWith('account/')) return;
    const words = textOr(params.summary, textOr(params.message, ''));
    if (warnings.has(method) && words !== '') this.warn(words);
    else this.client.report(unknownNotification(method));
  }

  /** Shows a warning in every thread, including later ones. */
  private warn(words: string): void {
    makeRoom(this.warned, TOLD_WARNINGS);
    this.warned.add(cut(words));
    for (const thread of this.threads.all) {
      if (thread instanceof CodexThread) thread.warn(words);
    }
  }

  private fail(reason: string): void {
    const error = new ConnectionError('closed', reason);
    this.account.fail(error);
    for (const thread of this.threads.all) {
      if (thread instanceof CodexThread) thread.failTurn(error);
    }
  }
}

/** Codex has one code for every rejected request, so the message decides its meaning. */
function clarified(error: unknown): unknown {
  if (!(error instanceof ConnectionError) || error.code !== 'invalid-request') return error;
  const { message, detail } = error;
  if (/unknown variant/.test(message)) {
    const [words = message] = message.split(', expected one of', 1);
    return new ConnectionError('unsupported', words, detail);
  }
  const isLost = /no rollout found|thread not found|invalid thread id/i.test(message);
  return isLost ? new ConnectionError('not-found', message, detail) : error;
}
