import type {
  ConnectionError,
  ConnectOptions,
  OpenedSession,
  SessionRoots,
  TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { AuthenticationMethod } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { isRecord } from '../json';
import { type ErrorCodes, errorFromAgent, unreadable } from '../rpc/agentErrors';
import { type AcpIntroduction, AcpLink } from './acpLink';
import { AcpRequests } from './acpRequests';
import { AcpSession } from './acpSession';
import { type AcpInitialize, readInitialize, readReopened } from './answers';
import { clientCapabilities } from './capabilities';
import { methods, STABLE_VERSION, stableMethods } from './messages';
import { authenticationFromWire } from './translate/authentication';
import { turnFromWire } from './translate/turnResult';
import { UpdateTranslator } from './translate/updateTranslator';

const AUTHENTICATION_REQUIRED = -32000;

const errorCodes: ErrorCodes = new Map([
  [AUTHENTICATION_REQUIRED, 'authentication-required'],
  [-32002, 'not-found'],
  [-32800, 'cancelled'],
]);

const waitingMethods: ReadonlySet<string> = new Set([
  methods.requestPermission,
  methods.elicit,
  methods.askUserQuestion,
  methods.mcpMessage,
  stableMethods.waitForTerminalExit,
]);

type StableSession = AcpSession<UpdateTranslator>;

/** Both directions of a connection to an agent of version 1. */
export class StableLink extends AcpLink<StableSession> {
  protected readonly loginMethods = {
    logIn: stableMethods.authenticate,
    logOut: stableMethods.logout,
  };
  private readonly requests: AcpRequests;
  private lateMethods: readonly AuthenticationMethod[] = [];

  constructor(
    options: ConnectOptions,
    private readonly ids: IdSource,
  ) {
    super(options, waitingMethods);
    this.requests = new AcpRequests({
      client: options.client,
      services: options.services,
      route: (id) => this.questions.route(id).feed,
      identity: () => this.introduction.identity,
    });
  }

  /** The introduction so far: login methods may arrive only with the first refusal. */
  override get introduction(): AcpIntroduction {
    const known = super.introduction;
    return known.authenticationMethods.length > 0
      ? known
      : { ...known, authenticationMethods: this.lateMethods };
  }

  greet({ services, clientVersion, signal }: ConnectOptions): Promise<AcpInitialize> {
    const params = {
      protocolVersion: STABLE_VERSION,
      clientCapabilities: clientCapabilities(services),
      clientInfo: { name: 'airlock', title: 'Airlock', version: clientVersion },
    };
    return this.rpc.request(methods.initialize, params, readInitialize, signal);
  }

  /** The agent replays the history from the beginning, so a known session is released first. */
  load(id: AgentSessionId, place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession> {
    this.release(id);
    return this.takeUp(stableMethods.load, id, place, signal);
  }

  resume(id: AgentSessionId, place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession> {
    return this.takeUp(methods.resume, id, place, signal);
  }

  async prompt(id: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult> {
    const session = this.demand(id);
    const prompt = this.promptToWire(content);
    session.translator.beginTurn();
    session.flush();
    const params = { sessionId: id, prompt };
    return this.rpc.request(methods.prompt, params, turnFromWire);
  }

  async setMode(id: AgentSessionId, modeId: string): Promise<readonly SessionEvent[]> {
    const { options } = this.demand(id).translator;
    await this.rpc.request(stableMethods.setMode, { sessionId: id, modeId }, () => undefined);
    return [options.changeMode(modeId)];
  }

  /** The agent answers with all of its options, because one choice can change the others. */
  async setOption(
    id: AgentSessionId,
    configId: string,
    value: string | boolean,
  ): Promise<readonly SessionEvent[]> {
    const { options } = this.demand(id).translator;
    if (options.routeOf(configId) === 'legacy-model') {
      const params = { sessionId: id, modelId: value };
      await this.rpc.request(stableMethods.setModel, params, () => undefined);
      return [options.choose(configId, value)];
    }
    const typed = typeof value === 'boolean' ? { type: 'boolean', value } : { value };
    const params = { sessionId: id, configId, ...typed };
    const answer = await this.rpc.request(methods.setOption, params, readReopened);
    return [options.configure(answer.configOptions) ?? options.choose(configId, value)];
  }

  protected override createSession(id: AgentSessionId): StableSession {
    return new AcpSession(id, this.client, new UpdateTranslator(this.ids, id), this.sessions);
  }

  /** Some agents send their login methods only with the error that a login is required. */
  protected override readError(method: string, error: unknown): ConnectionError {
    if (!isRecord(error)) return unreadable(method, 'It has neither a result nor an error.');
    const { code, data } = error;
    if (code === AUTHENTICATION_REQUIRED && isRecord(data)) {
      const named = authenticationFromWire(data.authMethods);
      if (named.length > 0) this.lateMethods = named;
    }
    return errorFromAgent(method, error, errorCodes);
  }

  protected override async answer(
    method: string,
    params: unknown,
    signal: AbortSignal,
  ): Promise<object> {
    const answer = this.requests.find(method);
    return answer ? answer(params, signal) : super.answer(method, params, signal);
  }

  private takeUp(
    method: string,
    id: AgentSessionId,
    place: SessionRoots,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    const isNew = this.sessions.find(id) === undefined;
    const session = this.admit(id);
    session.translator.beginTurn();
    const params = { sessionId: id, ...this.placeToWire(place) };
    return this.serving(place, this.reopen(method, session, isNew, params, signal));
  }
}
