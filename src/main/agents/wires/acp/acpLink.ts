import { randomUUID } from 'node:crypto';
import {
  type ConnectionClient,
  ConnectionError,
  type ConnectOptions,
  type Credentials,
  type ListedSession,
  type OpenedSession,
  type SessionRoots,
  type TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { NamedMcpServer } from '#shared/mcp/server';
import type { AgentIdentity, AgentPowers, AuthenticationMethod } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { identifier, isRecord } from '../json';
import { LIST_PAGES, LISTED_SESSIONS } from '../limits';
import { RpcLink } from '../rpc/rpcLink';
import { methodNotFound } from '../rpc/rpcRefusal';
import { SessionTable } from '../rpc/sessionTable';
import { unknownNotification } from '../unofferedRequest';
import type { AcpSession, Route } from './acpSession';
import { AgentQuestions } from './agentQuestions';
import type { SessionPage } from './answers';
import { readNewSession, readReopened, readSessionPage, readSteered } from './answers';
import { LOGIN_STATUS_MILLISECONDS } from './limits';
import { LoginStatus, loginFromExtension, loginFromWire } from './loginStatus';
import { McpOverAcp } from './mcpOverAcp';
import { methods, type PlaceParams, placeParams, serverToWire } from './messages';
import { promptToWire } from './translate/prompts';
import type { SessionTranslator } from './translate/sessionTranslator';

/** The agent's introduction, in either protocol version. */
export interface AcpIntroduction {
  readonly identity: AgentIdentity | null;
  readonly powers: AgentPowers;
  readonly authenticationMethods: readonly AuthenticationMethod[];
}

const nobody: AcpIntroduction = {
  identity: null,
  powers: { prompt: {}, mcp: {} },
  authenticationMethods: [],
};

const noMethods: ReadonlySet<string> = new Set();

/** Both directions of a connection, for everything that is the same in both protocol versions. */
export abstract class AcpLink<
  S extends AcpSession<SessionTranslator> = AcpSession<SessionTranslator>,
> {
  protected readonly client: ConnectionClient;
  protected readonly sessions: SessionTable<Route<S>>;
  protected readonly questions: AgentQuestions<S>;
  protected readonly rpc: RpcLink;
  private readonly ownServers = new McpOverAcp(() => `airlock-${randomUUID()}`);
  private introduced = nobody;
  readonly login = new LoginStatus();
  /** Whether the agent can be asked for its login state. */
  private saysLogin = false;

  constructor({ channel, client }: ConnectOptions, waitingMethods = noMethods) {
    this.client = client;
    this.sessions = new SessionTable(client);
    this.questions = new AgentQuestions(client, (id) => this.sessions.find(id));
    this.rpc = new RpcLink({
      channel,
      client,
      versioned: true,
      waitingMethods,
      readError: (method, error) => this.readError(method, error),
      notifications: new Set([methods.update]),
      cancelMethod: methods.cancelRequest,
      handlers: {
        request: (method, params, signal) => this.answer(method, params, signal),
        notification: (method, params) => this.notified(method, params),
      },
    });
  }

  get introduction(): AcpIntroduction {
    return this.introduced;
  }

  introduce(introduction: AcpIntroduction): void {
    this.introduced = introduction;
  }

  abstract load(
    id: AgentSessionId,
    place: SessionRoots,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  abstract resume(
    id: AgentSessionId,
    place: SessionRoots,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  abstract prompt(id: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult>;
  abstract setOption(
    id: AgentSessionId,
    optionId: string,
    value: string | boolean,
  ): Promise<readonly SessionEvent[]>;

  create(place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession> {
    return this.serving(place, this.open(methods.newSession, this.placeToWire(place), signal));
  }

  fork(id: AgentSessionId, place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession> {
    const params = { sessionId: id, ...this.placeToWire(place) };
    return this.serving(place, this.open(methods.fork, params, signal));
  }

  async list(cwd: string | null, signal?: AbortSignal): Promise<readonly ListedSession[]> {
    const inFolder = cwd === null ? {} : { cwd };
    return allPages((cursor) =>
      this.rpc.request(methods.list, { ...inFolder, ...cursor }, readSessionPage, signal),
    );
  }

  /**
   * Asks the agent to stop. Updates are still accepted until the turn is over, because the agent
   * may be finishing.
   */
  cancel(id: AgentSessionId): void {
    this.rpc.notify(methods.cancel, { sessionId: id });
  }

  async steer(id: AgentSessionId, content: readonly ContentBlock[]): Promise<boolean> {
    const { translator } = this.demand(id);
    const prompt = this.promptToWire(content);
    // If the turn is already over, the caller sends the text as a prompt.
    const _meta = { steering: { idleBehavior: 'promptRequired' } };
    const params = { sessionId: id, prompt, _meta };
    const isTaken = await this.rpc.request(methods.steer, params, readSteered);
    if (isTaken) translator.interject();
    return isTaken;
  }

  async setTitle(id: AgentSessionId, title: string): Promise<void> {
    await this.rpc.request(methods.setTitle, { sessionId: id, title }, ignore);
  }

  async close(id: AgentSessionId, signal?: AbortSignal): Promise<void> {
    await this.rpc.request(methods.close, { sessionId: id }, ignore, signal).catch(unlessGone);
  }

  async delete(id: AgentSessionId, signal?: AbortSignal): Promise<void> {
    await this.rpc.request(methods.delete, { sessionId: id }, ignore, signal).catch(unlessGone);
  }

  /** Logs in with a method. A method that runs in a terminal is run there and never requested. */
  async logIn(methodId: string, { apiKey }: Credentials, signal?: AbortSignal): Promise<void> {
    const method = this.introduction.authenticationMethods.find(({ id }) => id === methodId);
    if (method?.how.type === 'terminal') {
      throw new ConnectionError('unsupported', `“${method.name}” runs in a terminal.`);
    }
    const credentials = apiKey === undefined ? {} : { _meta: { 'api-key': { apiKey } } };
    await this.rpc.request(this.loginMethods.logIn, { methodId, ...credentials }, ignore, signal);
    if (this.saysLogin) await this.askLogin();
  }

  async logOut(): Promise<void> {
    await this.rpc.request(this.loginMethods.logOut, {}, ignore);
    if (this.saysLogin) await this.askLogin();
  }

  /** Asks the agent for its login state. No answer leaves the state unknown. */
  async askLogin(): Promise<void> {
    this.saysLogin = true;
    const signal = AbortSignal.timeout(LOGIN_STATUS_MILLISECONDS);
    const asking = this.rpc.request(methods.authStatus, {}, loginFromWire, signal);
    const login = await asking.catch(unlessAnswered);
    if (login !== null) this.login.set(login);
  }

  release(id: AgentSessionId): void {
    const session = this.sessions.find(id)?.feed;
    if (session?.id !== id) return;
    for (const gone of [id, ...session.children]) this.sessions.release(gone);
    this.ownServers.release(id);
  }

  dispose(): void {
    this.login.dispose();
    this.rpc.dispose();
  }

  protected abstract readonly loginMethods: { readonly logIn: string; readonly logOut: string };

  protected abstract createSession(id: AgentSessionId): S & Route<S>;

  protected abstract readError(method: string, error: unknown): ConnectionError;

  /** Runs up to its first wait before later messages of the agent are handled. */
  protected async answer(method: string, params: unknown, signal: AbortSignal): Promise<object> {
    switch (method) {
      case methods.requestPermission:
        return this.questions.askPermission(params, signal);
      case methods.elicit:
        return this.questions.elicit(params, signal);
      case methods.askUserQuestion:
        return this.questions.answerQuestions(params, signal);
      case methods.mcpMessage:
        return this.ownServers.answer(params, signal);
      default:
        throw methodNotFound(method);
    }
  }

  /** The session with this id, created if necessary, with messages that arrived for it before. */
  protected admit(id: AgentSessionId): S {
    const known = this.sessions.find(id)?.feed;
    if (known?.id === id) return known;
    const session = this.createSession(id);
    this.sessions.admit(session);
    return session;
  }

  /** Reopens a session. Updates arrive during the wait, so the session is registered before it. */
  protected async reopen(
    method: string,
    session: S,
    isNew: boolean,
    params: object,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    const { id } = session;
    try {
      const read = (answer: unknown) => session.open(readReopened(answer));
      await this.rpc.request(method, params, read, signal);
    } catch (error) {
      if (isNew) this.release(id);
      throw error;
    }
    return { agentSessionId: id, events: session.takeOpening() };
  }

  protected demand(id: AgentSessionId): S {
    return this.sessions.demand(id).feed;
  }

  protected promptToWire(content: readonly ContentBlock[]): object {
    return promptToWire(content, this.introduced.powers.prompt);
  }

  protected placeToWire(place: SessionRoots): PlaceParams {
    const { powers } = this.introduced;
    const own = powers.mcp?.acp && place.ownServer ? [place.ownServer] : [];
    return placeParams(place, powers.additionalDirectories === true, [
      ...(place.mcpServers ?? []).map((server) => this.serverToWire(server)),
      ...own.map((server) => this.ownServers.declare(server)),
    ]);
  }

  protected serverToWire(server: NamedMcpServer): PlaceParams['mcpServers'][number] {
    return serverToWire(server);
  }

  /** Assigns Airlock's own server to the session once it is open. */
  protected async serving(
    { ownServer }: SessionRoots,
    opening: Promise<OpenedSession>,
  ): Promise<OpenedSession> {
    const opened = await opening;
    this.ownServers.bind(ownServer, opened.agentSessionId);
    return opened;
  }

  private open(method: string, params: object, signal?: AbortSignal): Promise<OpenedSession> {
    return this.sessions.expecting(async () => {
      // Read at once, so that messages after the answer find the session.
      const read = (result: unknown) => {
        const answer = readNewSession(result);
        const session = this.admit(answer.sessionId);
        session.open(answer);
        session.openSoon();
        return session;
      };
      const late = (result: unknown) => this.letGo(readReopened(result).sessionId);
      const session = await this.rpc.request(method, params, read, signal, late);
      return { agentSessionId: session.id, events: session.takeOpening() };
    });
  }

  /** Closes a session that was opened after its caller had stopped waiting. */
  private letGo(sessionId: unknown): void {
    const id = identifier(sessionId);
    if (id === null || this.introduced.powers.close !== true) return;
    this.rpc.request(methods.close, { sessionId: id }, ignore).catch(ignore);
  }

  private loginChanged(method: string, params: unknown): boolean {
    if (method === methods.authStatusUpdate) this.login.set(loginFromWire(params));
    else if (method === methods.authStatusExtension) {
      const told = loginFromExtension(params);
      // The extension is ignored if the agent also supports the method, which says more.
      if (told !== null && !this.saysLogin) this.login.set(told);
    } else return false;
    return true;
  }

  private notified(method: string, params: unknown): void {
    const { sessionId, update } = isRecord(params) ? params : {};
    if (method === methods.update) {
      this.sessions.receive(method, sessionId, update);
      return;
    }
    if (this.loginChanged(method, params)) return;
    if (method === methods.elicited) {
      const message = 'The agent ended a question that is not open.';
      if (!this.questions.complete(params)) this.client.report({ type: 'noted', message });
      return;
    }
    const route = this.sessions.find(sessionId);
    if (route) {
      route.feed.deliver(route.translator.extension(method));
      return;
    }
    // A notification without a session concerns all of them.
    const { message } = unknownNotification(method);
    this.client.report({ type: 'noted', message });
    for (const { id, feed, translator } of this.sessions.all) {
      if (feed.id === id) feed.deliver(translator.extension(method));
    }
  }
}

function ignore(): void {
  // The answer to a command contains nothing that we need.
}

function unlessAnswered(error: unknown): null {
  if (error instanceof ConnectionError) return null;
  throw error;
}

/**
 * The protocol does not treat closing or deleting a session that the agent no longer has as a
 * failure.
 */
function unlessGone(error: unknown): void {
  if (!(error instanceof ConnectionError) || error.code !== 'not-found') throw error;
}

interface Cursor {
  readonly cursor?: string;
}

/** The sessions that an agent lists, page by page, up to a limit. */
async function allPages(
  page: (cursor: Cursor) => Promise<SessionPage>,
): Promise<readonly ListedSession[]> {
  const listed: ListedSession[] = [];
  const cursors = new Set<string>();
  let at: Cursor = {};
  while (cursors.size < LIST_PAGES && listed.length < LISTED_SESSIONS) {
    const { sessions, nextCursor } = await page(at);
    listed.push(...sessions);
    // A repeated cursor would make this an endless loop.
    if (nextCursor === null || cursors.has(nextCursor)) break;
    cursors.add(nextCursor);
    at = { cursor: nextCursor };
  }
  return listed.slice(0, LISTED_SESSIONS);
}
