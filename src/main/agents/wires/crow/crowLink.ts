import type {
  ConnectionClient,
  ConnectOptions,
  OpenedSession,
  SessionRoots,
  TurnResult,
} from '#main/agents/connection';
import { ConnectionError } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { AgentPowers } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import { isRecord } from '../json';
import { type ErrorCodes, errorsBy } from '../rpc/agentErrors';
import { RpcLink } from '../rpc/rpcLink';
import { methodNotFound } from '../rpc/rpcRefusal';
import { SessionTable } from '../rpc/sessionTable';
import { unknownNotification } from '../unofferedRequest';
import { CrowSession } from './crowSession';
import {
  cancelParams,
  initializeParams,
  loadSessionParams,
  methods,
  newSessionParams,
  permissionParams,
  promptParams,
} from './messages';
import {
  type CrowInitialize,
  either,
  readInitialize,
  readNewSession,
  readTurn,
} from './translate/answers';
import { promptToWire } from './translate/prompts';

const errorCodes: ErrorCodes = new Map([
  [-32000, 'authentication-required'],
  [-32002, 'not-found'],
]);

/** Both directions of one connection: our requests, and the agent's messages. */
export class CrowLink {
  private readonly sessions: SessionTable<CrowSession>;
  private readonly rpc: RpcLink;
  private readonly client: ConnectionClient;

  constructor(
    { channel, client }: ConnectOptions,
    private readonly ids: IdSource,
  ) {
    this.client = client;
    this.sessions = new SessionTable(client);
    this.rpc = new RpcLink({
      channel,
      client,
      versioned: true,
      readError: errorsBy(errorCodes),
      notifications: new Set([methods.update]),
      handlers: {
        request: async (method) => {
          throw methodNotFound(method);
        },
        notification: (method, params) => this.notified(method, params),
      },
    });
  }

  initialize({ clientVersion, signal }: ConnectOptions): Promise<CrowInitialize> {
    const params = initializeParams(clientVersion);
    return this.rpc.request(methods.initialize, params, readInitialize, signal);
  }

  create(place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession> {
    return this.sessions.expecting(async () => {
      // Read the answer at once, so that messages sent right after it find the session.
      const read = (answer: unknown) => this.admit(readNewSession(answer));
      const params = newSessionParams(place);
      const session = await this.rpc.request(methods.newSession, params, read, signal);
      return { agentSessionId: session.id, events: session.takeHeld() };
    });
  }

  async load(
    id: AgentSessionId,
    place: SessionRoots,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    this.release(id);
    const session = this.sessions.admit(this.sessionOf(id));
    const params = loadSessionParams(id, place);
    session.beginLoading();
    try {
      await this.rpc.request(methods.loadSession, params, () => session.endLoading(), signal);
    } catch (error) {
      this.release(id);
      throw error;
    }
    return { agentSessionId: id, events: session.takeHeld() };
  }

  async prompt(
    id: AgentSessionId,
    content: readonly ContentBlock[],
    accepted: AgentPowers['prompt'],
  ): Promise<TurnResult> {
    const session = this.sessions.demand(id);
    const params = promptParams(id, promptToWire(content, accepted));
    return session.inTurn(() => this.rpc.request(methods.prompt, params, readTurn));
  }

  /**
   * Cancelling is a request in this dialect; the answer to the prompt reports how the turn ended.
   */
  cancel(id: AgentSessionId): void {
    if (this.sessions.find(id)?.isWorking) this.tell(id, methods.cancel, cancelParams(id));
  }

  release(id: AgentSessionId): void {
    this.sessions.find(id)?.withdrawAll();
    this.sessions.release(id);
  }

  dispose(): void {
    for (const session of this.sessions.all) session.withdrawAll();
    this.rpc.dispose();
  }

  private admit(id: AgentSessionId): CrowSession {
    const session = this.sessions.admit(this.sessionOf(id));
    session.openSoon();
    return session;
  }

  private sessionOf(id: AgentSessionId): CrowSession {
    const send = (session: AgentSessionId, toolCallId: string | null, optionId: string | null) =>
      this.tell(session, methods.permission, permissionParams(session, toolCallId, optionId));
    return new CrowSession(id, this.client, send, this.ids);
  }

  /** Sends a request whose answer we do not need. */
  private tell(id: AgentSessionId, method: string, params: object): void {
    this.rpc
      .request(method, params, () => undefined)
      .catch((error: unknown) => {
        if (error instanceof ConnectionError && error.code === 'closed') return;
        const reason = error instanceof Error ? error.message : String(error);
        const message = `The agent rejected ${method}: ${reason}`;
        this.client.report({ type: 'unexpected', message }, id);
      });
  }

  private notified(method: string, params: unknown): void {
    const sessionId = isRecord(params) ? either(params, 'session_id', 'sessionId') : undefined;
    if (method === methods.update) {
      const update = isRecord(params) ? params.update : undefined;
      this.sessions.receive(method, sessionId, update);
      return;
    }
    const session = this.sessions.find(sessionId);
    if (session) session.keepUnknown(method, params);
    else this.client.report(unknownNotification(method));
  }
}
