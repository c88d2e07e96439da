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
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { isRecord, type JsonRecord } from '../../json';
import { RpcLink } from '../../rpc/rpcLink';
import { SessionTable } from '../../rpc/sessionTable';
import { unknownNotification } from '../../unexpected';
import { readNewSession, readReopened, readSessionPage, readSteered } from '../answers';
import { Elicitations } from '../elicitations';
import { isKnownChatter } from '../quirks';
import { allPages } from '../sessionPages';
import { promptToWire } from '../translate/prompts';
import type { DraftAnswer } from './answers';
import { DraftRequests } from './draftRequests';
import { type DraftRoute, DraftSession } from './draftSession';
import { DraftTurn } from './draftTurn';
import { errorCodes } from './errorCodes';
import { greeting, methods, optionParams, placeParams, resumeParams } from './messages';
import { optionsFromDraft } from './translate/draftOptions';

/** Both directions of a connection to an agent of version 2: what we ask, and what comes back. */
export class DraftLink {
  private readonly client: ConnectionClient;
  private readonly sessions: SessionTable<DraftRoute>;
  private readonly elicitations: Elicitations;
  private readonly rpc: RpcLink;
  private answer: DraftAnswer | null = null;

  constructor(
    { channel, client }: ConnectOptions,
    private readonly ids: IdSource,
  ) {
    this.client = client;
    this.sessions = new SessionTable(client);
    const find = (id: unknown) => this.sessions.find(id);
    this.elicitations = new Elicitations((id) => find(id)?.feed);
    const requests = new DraftRequests({ client, elicitations: this.elicitations, find });
    this.rpc = new RpcLink({
      channel,
      client,
      versioned: true,
      errorCodes,
      cancelMethod: methods.cancelRequest,
      handlers: {
        request: (method, params, signal) => requests.answer(method, params, signal),
        notification: (method, params) => this.notified(method, params),
      },
    });
    this.rpc.whenClosed.addEventListener('abort', () => this.failTurns(), { once: true });
  }

  /** Says what we speak; the answer says what the agent does. */
  greet({ clientVersion, services, signal }: ConnectOptions): Promise<JsonRecord> {
    return this.rpc.request(
      methods.initialize,
      greeting(clientVersion, services),
      readRecord,
      signal,
    );
  }

  introduce(answer: DraftAnswer): void {
    this.answer = answer;
  }

  create(place: SessionPlace, signal?: AbortSignal): Promise<OpenedSession> {
    return this.open(methods.newSession, this.placeToWire(place), signal);
  }

  fork(id: AgentSessionId, place: SessionPlace, signal?: AbortSignal): Promise<OpenedSession> {
    return this.open(methods.fork, { sessionId: id, ...this.placeToWire(place) }, signal);
  }

  /** `replays`: the agent says its history again, so that nothing is known of it yet. */
  async reopen(
    id: AgentSessionId,
    place: SessionPlace,
    replays: boolean,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    if (replays) this.release(id);
    const known = this.sessions.find(id)?.feed;
    const session = known ?? this.admit(id);
    if (replays) session.beginReplay();
    const params = resumeParams(id, this.placeToWire(place), replays);
    try {
      const read = (answer: unknown) => session.open(readReopened(answer));
      await this.rpc.request(methods.resume, params, read, signal);
    } catch (error) {
      if (known === undefined) this.release(id);
      throw error;
    }
    return { agentSessionId: id, events: session.takeOpening() };
  }

  async list(cwd: string | null, signal?: AbortSignal): Promise<readonly ListedSession[]> {
    const inFolder = cwd === null ? {} : { cwd };
    return allPages((cursor) =>
      this.rpc.request(methods.list, { ...inFolder, ...cursor }, readSessionPage, signal),
    );
  }

  async prompt(id: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult> {
    const session = this.demand(id);
    const prompt = this.promptToWire(content);
    session.flush();
    const turn = new DraftTurn();
    session.turn = turn;
    // Taken in as soon as it comes, since what follows it belongs to the turn.
    this.rpc
      .request(methods.prompt, { sessionId: id, prompt }, () => turn.taken())
      .catch((error: unknown) => turn.fail(error as ConnectionError));
    try {
      return await turn.result;
    } finally {
      if (session.turn === turn) session.turn = null;
    }
  }

  /** Updates are taken in until the agent says that it is idle: it may still have to finish. */
  cancel(id: AgentSessionId): void {
    const turn = this.sessions.find(id)?.feed.turn;
    if (turn) turn.isCancelled = true;
    this.rpc.notify(methods.cancel, { sessionId: id });
  }

  async steer(id: AgentSessionId, content: readonly ContentBlock[]): Promise<boolean> {
    this.demand(id);
    const prompt = this.promptToWire(content);
    const _meta = { steering: { idleBehavior: 'promptRequired' } };
    return this.rpc.request(methods.steer, { sessionId: id, prompt, _meta }, readSteered);
  }

  /** The agent answers with all of its options, since one choice can change the others. */
  async setOption(
    id: AgentSessionId,
    optionId: string,
    value: string | boolean,
  ): Promise<readonly SessionEvent[]> {
    const { options } = this.demand(id).translator;
    const params = optionParams(id, optionId, value);
    const answer = await this.rpc.request(methods.setOption, params, readReopened);
    const told = options.configure(optionsFromDraft(answer.configOptions));
    return [told ?? options.choose(optionId, value)];
  }

  async setTitle(id: AgentSessionId, title: string): Promise<void> {
    await this.rpc.request(methods.setTitle, { sessionId: id, title }, ignore);
  }

  async close(id: AgentSessionId, signal?: AbortSignal): Promise<void> {
    await this.rpc.request(methods.close, { sessionId: id }, ignore, signal);
  }

  async delete(id: AgentSessionId, signal?: AbortSignal): Promise<void> {
    await this.rpc.request(methods.delete, { sessionId: id }, ignore, signal);
  }

  async logIn(methodId: string, { apiKey }: Credentials, signal?: AbortSignal): Promise<void> {
    const method = this.answer?.authenticationMethods.find(({ id }) => id === methodId);
    if (method?.how.type === 'terminal') {
      throw new ConnectionError('unsupported', `“${method.name}” is done in a terminal.`);
    }
    const credentials = apiKey === undefined ? {} : { _meta: { 'api-key': { apiKey } } };
    await this.rpc.request(methods.login, { methodId, ...credentials }, ignore, signal);
  }

  async logOut(): Promise<void> {
    await this.rpc.request(methods.logout, {}, ignore);
  }

  release(id: AgentSessionId): void {
    const session = this.sessions.find(id)?.feed;
    if (session?.id !== id) return;
    for (const gone of [id, ...session.children]) this.sessions.release(gone);
  }

  dispose(): void {
    this.rpc.dispose();
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
      const session = await this.rpc.request(method, params, read, signal);
      return { agentSessionId: session.id, events: session.takeOpening() };
    });
  }

  private admit(id: AgentSessionId): DraftSession {
    const session = new DraftSession(id, this.client, this.ids, (child) => {
      // A session cannot claim one that is known already, least of all another's.
      if (this.sessions.find(child.id)) return false;
      this.sessions.admit(child);
      return true;
    });
    this.sessions.admit(session);
    return session;
  }

  private demand(id: AgentSessionId): DraftSession {
    return this.sessions.demand(id).feed;
  }

  private failTurns(): void {
    for (const { feed } of this.sessions.all) {
      feed.turn?.fail(this.rpc.whenClosed.reason as ConnectionError);
    }
  }

  private notified(method: string, params: unknown): void {
    if (isKnownChatter(method)) return;
    if (method === methods.elicited && this.elicitations.complete(params)) return;
    const sessionId = isRecord(params) ? params.sessionId : undefined;
    if (method === methods.update) {
      const update = isRecord(params) ? params.update : undefined;
      this.sessions.receive(method, sessionId, update);
      return;
    }
    const route = this.sessions.find(sessionId);
    if (route) {
      route.feed.deliver([route.translator.keepUnknown(method, params)]);
      return;
    }
    this.client.report(unknownNotification(method));
  }

  private promptToWire(content: readonly ContentBlock[]): object {
    return promptToWire(content, this.answer?.powers.prompt ?? {});
  }

  private placeToWire(place: SessionPlace): ReturnType<typeof placeParams> {
    return placeParams(place, this.answer?.powers.additionalDirectories === true);
  }
}

function readRecord(answer: unknown): JsonRecord {
  if (isRecord(answer)) return answer;
  throw new Error('it must be an object');
}

function ignore(): void {
  // The answer to a command says nothing that we need.
}
