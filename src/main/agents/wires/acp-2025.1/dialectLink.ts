import {
  type ConnectionClient,
  ConnectionError,
  type ConnectOptions,
  type OpenedSession,
  type SessionPlace,
  type TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { isRecord } from '../json';
import { type ErrorCodes, errorsBy } from '../rpc/agentErrors';
import { RpcLink } from '../rpc/rpcLink';
import { SessionTable } from '../rpc/sessionTable';
import { unknownNotification } from '../unexpected';
import { AgentRequests } from './agentRequests';
import { DialectSession } from './dialectSession';
import {
  authenticateParams,
  initializeParams,
  methods,
  newSessionParams,
  promptParams,
  sessionParams,
} from './messages';
import { type InitializeAnswer, readInitialize, readOpened, readTurn } from './translate/answers';
import { promptToWire } from './translate/prompts';

/** "Permission denied" is all that an agent can say to someone who has not logged in. */
const errorCodes: ErrorCodes = new Map([
  [-32000, 'authentication-required'],
  [-32001, 'not-found'],
  [-32002, 'authentication-required'],
  [-32003, 'invalid-request'],
  [-32004, 'unsupported'],
]);

const DEFAULT_MODE = 'agent';

/** Both directions of one connection: what we ask, and what comes back. */
export class DialectLink {
  readonly sessions: SessionTable<DialectSession>;
  private readonly rpc: RpcLink;
  private readonly client: ConnectionClient;
  private readonly workingDirectory: string;
  private answer: InitializeAnswer | null = null;
  private isAuthenticated = false;

  constructor(
    options: ConnectOptions,
    private readonly ids: IdSource,
  ) {
    const { channel, client, services, workingDirectory } = options;
    this.client = client;
    this.workingDirectory = workingDirectory;
    this.sessions = new SessionTable(client);
    const requests = new AgentRequests(client, this.sessions, services);
    this.rpc = new RpcLink({
      channel,
      client,
      versioned: true,
      readError: errorsBy(errorCodes),
      handlers: {
        request: (method, params, signal) => requests.answer(method, params, signal),
        notification: (method, params) => this.notified(method, params),
      },
    });
  }

  async initialize(options: ConnectOptions): Promise<InitializeAnswer> {
    const params = initializeParams(options);
    const { signal } = options;
    this.answer = await this.rpc.request(methods.initialize, params, readInitialize, signal);
    return this.answer;
  }

  /** The id is ours to choose, so that the session is known before the agent speaks in it. */
  async create(place: SessionPlace, signal?: AbortSignal): Promise<OpenedSession> {
    this.checkPlace(place);
    const ours = this.ids.mint('session') as string as AgentSessionId;
    const mode = this.mode ?? DEFAULT_MODE;
    const session = this.admit(ours);
    const read = (answer: unknown) => {
      const id = readOpened(answer, ours);
      if (id === ours) return session;
      this.sessions.release(ours);
      return this.admit(id);
    };
    try {
      const opened = await this.open(
        methods.newSession,
        newSessionParams(ours, mode),
        read,
        signal,
      );
      return {
        agentSessionId: opened.id,
        events: [...this.greeting(), ...opened.takeHeld()],
      };
    } catch (error) {
      this.sessions.release(ours);
      throw error;
    }
  }

  async resume(
    id: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    this.checkPlace(place);
    const known = this.sessions.find(id);
    const session = known ?? this.admit(id);
    const read = () => {
      session.endLoading();
      return session;
    };
    session.beginLoading();
    try {
      await this.open(methods.loadSession, sessionParams(id), read, signal);
      return { agentSessionId: id, events: session.takeHeld() };
    } catch (error) {
      session.endLoading();
      if (!known) this.sessions.release(id);
      throw error;
    }
  }

  async prompt(id: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult> {
    const session = this.sessions.demand(id);
    const blocks = promptToWire(content, this.answer?.powers.prompt ?? {});
    return session.inTurn(async () => {
      const read = (answer: unknown) => readTurn(answer, session.wasCancelled);
      try {
        return await this.request(methods.prompt, promptParams(id, blocks), read);
      } catch (error) {
        // A request that was told to stop has no other word for having done so.
        if (session.wasCancelled && isAnswer(error)) return { reason: 'cancelled' };
        throw error;
      }
    });
  }

  cancel(id: AgentSessionId): void {
    if (this.sessions.find(id)?.cancel()) this.rpc.notify(methods.cancel, sessionParams(id));
  }

  async authenticate(token: string | undefined, signal?: AbortSignal): Promise<void> {
    if (token === undefined || token === '') {
      throw new ConnectionError('invalid-request', 'This agent wants a token to log in with.');
    }
    const params = authenticateParams(token);
    await this.rpc.request(methods.authenticate, params, () => undefined, signal);
    this.isAuthenticated = true;
  }

  dispose(): void {
    this.rpc.dispose();
  }

  private get mode(): string | undefined {
    const modes = this.answer?.modes ?? [];
    return modes.includes(DEFAULT_MODE) ? DEFAULT_MODE : modes[0];
  }

  private admit(id: AgentSessionId): DialectSession {
    return this.sessions.admit(new DialectSession(id, this.client, this.ids));
  }

  private async open(
    method: string,
    params: object,
    read: (answer: unknown) => DialectSession,
    signal: AbortSignal | undefined,
  ): Promise<DialectSession> {
    const readOnce = (answer: unknown) => {
      const session = read(answer);
      session.openSoon();
      return session;
    };
    return this.request(method, params, readOnce, signal);
  }

  /** The mode is chosen when a session begins and stays: it is the only one to show. */
  private greeting(): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    const { mode } = this;
    if (mode !== undefined) {
      const available = [{ id: mode, name: mode.slice(0, 1).toUpperCase() + mode.slice(1) }];
      events.push({ type: 'modes.updated', available, current: mode });
    }
    const { instructions = '', identity } = this.answer ?? {};
    if (instructions !== '') {
      const title = `About ${identity?.name ?? 'this agent'}`;
      const noteId = this.ids.mint('note');
      events.push({
        type: 'notice.posted',
        noteId,
        severity: 'info',
        title,
        description: instructions,
      });
    }
    return events;
  }

  /** What is denied to someone who has logged in is denied for another reason. */
  private async request<T>(
    method: string,
    params: object,
    read: (answer: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      return await this.rpc.request(method, params, read, signal);
    } catch (error) {
      const isDenied = error instanceof ConnectionError && error.code === 'authentication-required';
      if (!isDenied || !this.isAuthenticated) throw error;
      throw new ConnectionError('agent-error', error.message, error.detail);
    }
  }

  private notified(method: string, params: unknown): void {
    const sessionId = isRecord(params) ? params.session_id : undefined;
    if (method === methods.update) {
      this.sessions.receive(method, sessionId, params);
      return;
    }
    const session = this.sessions.find(sessionId);
    if (session) session.keepUnknown(method, params);
    else this.client.report(unknownNotification(method));
  }

  /** The folder is told once, when the agent starts. */
  private checkPlace({ cwd }: SessionPlace): void {
    if (cwd === this.workingDirectory) return;
    const message = `This agent works in ${this.workingDirectory} and nowhere else.`;
    throw new ConnectionError('unsupported', message);
  }
}

/** The agent's own answer, and not the end of the connection. */
function isAnswer(error: unknown): boolean {
  return error instanceof ConnectionError && error.code !== 'closed';
}
