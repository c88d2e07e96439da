import {
  type ConnectionClient,
  ConnectionError,
  type ConnectOptions,
  type Credentials,
  type ListedSession,
  type OpenedSession,
  type SessionPlace,
  type TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { AgentIdentity, AgentPowers, AuthenticationMethod } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { identifier, isRecord, labelOf } from '../json';
import { RpcLink } from '../rpc/rpcLink';
import { RpcRefusal } from '../rpc/rpcRefusal';
import { SessionTable } from '../rpc/sessionTable';
import { unknownNotification, unofferedRequest } from '../unexpected';
import type { AcpSession, Route } from './acpSession';
import { AgentQuestions } from './agentQuestions';
import { readNewSession, readReopened, readSessionPage, readSteered } from './answers';
import { methods, type PlaceParams, placeParams } from './messages';
import { isKnownChatter } from './quirks';
import { allPages } from './sessionPages';
import { promptToWire } from './translate/prompts';
import type { SessionTranslator } from './translate/sessionTranslator';

/** What the agent said of itself, in either version. */
export interface Introduction {
  readonly identity: AgentIdentity | null;
  readonly powers: AgentPowers;
  readonly authenticationMethods: readonly AuthenticationMethod[];
}

const nobody: Introduction = {
  identity: null,
  powers: { prompt: {}, mcp: {} },
  authenticationMethods: [],
};

const noMethods: ReadonlySet<string> = new Set();

/** Both directions of a connection, as far as both versions of the protocol agree. */
export abstract class AcpLink<
  S extends AcpSession<SessionTranslator> = AcpSession<SessionTranslator>,
> {
  protected readonly client: ConnectionClient;
  protected readonly sessions: SessionTable<Route<S>>;
  protected readonly questions: AgentQuestions<S>;
  protected readonly rpc: RpcLink;
  private introduced = nobody;

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
      cancelMethod: methods.cancelRequest,
      handlers: {
        request: (method, params, signal) => this.answer(method, params, signal),
        notification: (method, params) => this.notified(method, params),
      },
    });
  }

  get introduction(): Introduction {
    return this.introduced;
  }

  introduce(introduction: Introduction): void {
    this.introduced = introduction;
  }

  abstract load(
    id: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  abstract resume(
    id: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  abstract prompt(id: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult>;
  abstract setOption(
    id: AgentSessionId,
    optionId: string,
    value: string | boolean,
  ): Promise<readonly SessionEvent[]>;

  create(place: SessionPlace, signal?: AbortSignal): Promise<OpenedSession> {
    return this.open(methods.newSession, this.placeToWire(place), signal);
  }

  fork(id: AgentSessionId, place: SessionPlace, signal?: AbortSignal): Promise<OpenedSession> {
    return this.open(methods.fork, { sessionId: id, ...this.placeToWire(place) }, signal);
  }

  async list(cwd: string | null, signal?: AbortSignal): Promise<readonly ListedSession[]> {
    const inFolder = cwd === null ? {} : { cwd };
    return allPages((cursor) =>
      this.rpc.request(methods.list, { ...inFolder, ...cursor }, readSessionPage, signal),
    );
  }

  /** Updates are taken in until the turn is over: the agent may still have to finish. */
  cancel(id: AgentSessionId): void {
    this.rpc.notify(methods.cancel, { sessionId: id });
  }

  async steer(id: AgentSessionId, content: readonly ContentBlock[]): Promise<boolean> {
    const { translator } = this.demand(id);
    const prompt = this.promptToWire(content);
    // If the turn is over already, the text stays ours to send as a prompt.
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

  /** A method that runs in a terminal is run there and never requested. */
  async logIn(methodId: string, { apiKey }: Credentials, signal?: AbortSignal): Promise<void> {
    const method = this.introduction.authenticationMethods.find(({ id }) => id === methodId);
    if (method?.how.type === 'terminal') {
      throw new ConnectionError('unsupported', `“${method.name}” is done in a terminal.`);
    }
    const credentials = apiKey === undefined ? {} : { _meta: { 'api-key': { apiKey } } };
    await this.rpc.request(this.loginMethods.logIn, { methodId, ...credentials }, ignore, signal);
  }

  async logOut(): Promise<void> {
    await this.rpc.request(this.loginMethods.logOut, {}, ignore);
  }

  release(id: AgentSessionId): void {
    const session = this.sessions.find(id)?.feed;
    if (session?.id !== id) return;
    for (const gone of [id, ...session.children]) this.sessions.release(gone);
  }

  dispose(): void {
    this.rpc.dispose();
  }

  protected abstract readonly loginMethods: { readonly logIn: string; readonly logOut: string };

  protected abstract createSession(id: AgentSessionId): S & Route<S>;

  protected abstract readError(method: string, error: unknown): ConnectionError;

  /** Runs to its first wait before anything that the agent sent later is heard. */
  protected async answer(method: string, params: unknown, signal: AbortSignal): Promise<object> {
    switch (method) {
      case methods.requestPermission:
        return this.questions.askPermission(params, signal);
      case methods.elicit:
        return this.questions.elicit(params, signal);
      default:
        return this.refuse(method);
    }
  }

  /** The session under this id, made if need be; takes in what came for it too early. */
  protected admit(id: AgentSessionId): S {
    const known = this.sessions.find(id)?.feed;
    if (known?.id === id) return known;
    const session = this.createSession(id);
    this.sessions.admit(session);
    return session;
  }

  /** Updates come while we wait, so that the session must be known before. */
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

  protected placeToWire(place: SessionPlace): PlaceParams {
    return placeParams(place, this.introduced.powers.additionalDirectories === true);
  }

  private open(method: string, params: object, signal?: AbortSignal): Promise<OpenedSession> {
    return this.sessions.expecting(async () => {
      // Read at once, so that the session is known to whatever was sent after the answer.
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

  /** A session that came after the waiting for it was given up. */
  private letGo(sessionId: unknown): void {
    const id = identifier(sessionId);
    if (id === null || this.introduced.powers.close !== true) return;
    this.rpc.request(methods.close, { sessionId: id }, ignore).catch(ignore);
  }

  private refuse(method: string): never {
    this.client.report(unofferedRequest(method));
    const name = labelOf(method, 'a request');
    throw new RpcRefusal(-32601, `Method not found: ${name}`, { method: name });
  }

  private notified(method: string, params: unknown): void {
    const { sessionId, update } = isRecord(params) ? params : {};
    if (method === methods.update) {
      this.sessions.receive(method, sessionId, update);
      return;
    }
    if (isKnownChatter(method)) return;
    if (method === methods.elicited && this.questions.complete(params)) return;
    const route = this.sessions.find(sessionId);
    if (route) route.feed.deliver([route.translator.keepUnknown(method, params)]);
    else this.client.report(unknownNotification(method));
  }
}

function ignore(): void {
  // The answer to a command says nothing that we need.
}

/** The protocol has it that closing or deleting what the agent no longer has is no failure. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ConnectionError) || error.code !== 'not-found') throw error;
}
