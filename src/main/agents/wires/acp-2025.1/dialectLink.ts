import {
  type ConnectionClient,
  ConnectionError,
  type ConnectOptions,
  type OpenedSession,
  type SessionRoots,
  type TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { isRecord } from '../json';
import { type ErrorCodes, errorsBy } from '../rpc/agentErrors';
import { RpcLink } from '../rpc/rpcLink';
import { SessionTable } from '../rpc/sessionTable';
import { unknownNotification } from '../unofferedRequest';
import { Acp2025Requests } from './acp2025Requests';
import { DialectSession, modesUpdated } from './dialectSession';
import {
  authenticateParams,
  initializeParams,
  methods,
  newSessionParams,
  promptParams,
  sessionParams,
} from './messages';
import { type Acp2025Initialize, readInitialize, readOpened, readTurn } from './translate/answers';
import { promptToWire } from './translate/prompts';

const errorCodes: ErrorCodes = new Map([
  [-32000, 'authentication-required'],
  [-32001, 'not-found'],
  [-32003, 'invalid-request'],
  [-32004, 'unsupported'],
]);

/**
 * "Permission denied" means that an operation is not permitted. When a session cannot even be
 * opened, it is all that an agent can say to a user who is not logged in.
 */
const openingCodes: ErrorCodes = new Map([...errorCodes, [-32002, 'authentication-required']]);

const readPlainError = errorsBy(errorCodes);
const readOpeningError = errorsBy(openingCodes);

const DEFAULT_MODE = 'agent';

/** Both directions of one connection: our requests, and the agent's messages. */
export class DialectLink {
  readonly sessions: SessionTable<DialectSession>;
  private readonly rpc: RpcLink;
  private readonly client: ConnectionClient;
  private readonly workingDirectory: string;
  private readonly closing = new AbortController();
  private answer: Acp2025Initialize | null = null;
  private isAuthenticated = false;

  constructor(
    options: ConnectOptions,
    private readonly ids: IdSource,
  ) {
    const { channel, client, services, workingDirectory } = options;
    this.client = client;
    this.workingDirectory = workingDirectory;
    this.sessions = new SessionTable(client);
    const { signal } = this.closing;
    const requests = new Acp2025Requests(client, this.sessions, services, signal);
    this.rpc = new RpcLink({
      channel,
      client,
      versioned: true,
      readError: (method, error) =>
        isOpening(method) ? readOpeningError(method, error) : readPlainError(method, error),
      notifications: new Set([methods.update]),
      handlers: {
        request: (method, params, signal) => requests.answer(method, params, signal),
        notification: (method, params) => this.notified(method, params),
      },
    });
  }

  async initialize(options: ConnectOptions): Promise<Acp2025Initialize> {
    const params = initializeParams(options);
    const { signal } = options;
    this.answer = await this.rpc.request(methods.initialize, params, readInitialize, signal);
    return this.answer;
  }

  /** We choose the id, so the session is registered before the agent sends messages in it. */
  async create(place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession> {
    this.checkPlace(place);
    const ours = this.mintId();
    const mode = this.mode ?? DEFAULT_MODE;
    const session = this.admit(ours);
    const read = (answer: unknown) => {
      const id = readOpened(answer, ours);
      if (id === ours) return session;
      this.sessions.release(ours);
      return this.admit(id);
    };
    try {
      const params = newSessionParams(ours, mode);
      const opened = await this.open(methods.newSession, params, read, signal);
      opened.modes = this.answer?.modes ?? [];
      opened.mode = mode;
      return {
        agentSessionId: opened.id,
        events: [...this.greeting(), ...opened.takeHeld()],
      };
    } catch (error) {
      this.sessions.release(ours);
      throw error;
    }
  }

  /** The mode is part of the request for a session, so changing it needs a new session. */
  async setMode(id: AgentSessionId, mode: string): Promise<readonly SessionEvent[]> {
    const session = this.sessions.demand(id);
    if (!session.modes.includes(mode)) {
      const words = session.hasBegun
        ? 'In this protocol a session keeps the mode that it began with.'
        : `The agent has no mode “${mode}”.`;
      throw new ConnectionError('unsupported', words, 'Start a new session to use another mode.');
    }
    const ours = this.mintId();
    this.sessions.admitAs(ours, session);
    try {
      const agentSessionId = await this.request(
        methods.newSession,
        newSessionParams(ours, mode),
        (answer) => readOpened(answer, ours),
      );
      if (agentSessionId !== ours) this.sessions.admitAs(agentSessionId, session);
      session.agentsId = agentSessionId;
      session.mode = mode;
      return [
        { type: 'agent.attached', agentSessionId, attachment: 'new' },
        { type: 'mode.changed', current: mode },
      ];
    } catch (error) {
      this.sessions.forget(ours);
      throw error;
    }
  }

  async resume(
    id: AgentSessionId,
    place: SessionRoots,
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
        return await this.request(methods.prompt, promptParams(session.agentsId, blocks), read);
      } catch (error) {
        // The dialect has no other answer to a cancelled request.
        if (session.wasCancelled && isAnswer(error)) return { reason: 'cancelled' };
        throw error;
      }
    });
  }

  cancel(id: AgentSessionId): void {
    const session = this.sessions.find(id);
    if (session?.cancel()) this.rpc.notify(methods.cancel, sessionParams(session.agentsId));
  }

  async authenticate(token: string | undefined, signal?: AbortSignal): Promise<void> {
    if (token === undefined || token === '') {
      throw new ConnectionError('invalid-request', 'This agent needs a token to log in.');
    }
    const params = authenticateParams(token);
    await this.rpc.request(methods.authenticate, params, () => undefined, signal);
    this.isAuthenticated = true;
  }

  dispose(): void {
    this.closing.abort();
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

  private mintId(): AgentSessionId {
    return this.ids.mint('session') as string as AgentSessionId;
  }

  private greeting(): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    const { mode } = this;
    if (mode !== undefined) events.push(modesUpdated(this.answer?.modes ?? [], mode));
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

  /** After a login, a denial has another reason. */
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

  /** The folder is passed only once, when the agent starts, so other folders are refused. */
  private checkPlace({ cwd }: SessionRoots): void {
    if (cwd === this.workingDirectory) return;
    const message = `This agent works only in ${this.workingDirectory}.`;
    throw new ConnectionError('unsupported', message);
  }
}

function isOpening(method: string): boolean {
  return method !== methods.prompt;
}

/** Whether the error is the agent's answer rather than the end of the connection. */
function isAnswer(error: unknown): boolean {
  return error instanceof ConnectionError && error.code !== 'closed';
}
