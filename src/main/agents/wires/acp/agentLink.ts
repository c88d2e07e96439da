import * as acp from '@agentclientprotocol/sdk/unstable';
import type { ConnectionClient, ConnectOptions } from '#main/agents/connection';
import { DisposableOwner, toDisposable } from '#main/base/disposable';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { AgentIdentity, AuthenticationMethod } from '#shared/session/agent';
import { identifier, isRecord, type JsonRecord } from '../json';
import { unknownNotification } from '../unexpected';
import { AgentCalls } from './agentCalls';
import { AgentRequests } from './agentRequests';
import { type InitializeAnswer, readReopened } from './answers';
import { Elicitations } from './elicitations';
import { type AskedRequest, MessagePump, type PumpListener } from './messagePump';
import { isKnownChatter } from './quirks';
import { Sessions } from './sessions';
import { authenticationFromWire } from './translate/authentication';

const methods = acp.methods.agent.session;

/** Everything between the channel and the port: pump, SDK, sessions, and what the agent is. */
export class AgentLink extends DisposableOwner implements PumpListener {
  readonly client: ConnectionClient;
  readonly sessions: Sessions;
  readonly calls: AgentCalls;
  private readonly elicitations: Elicitations;
  private introduced: InitializeAnswer | null = null;
  private lateMethods: readonly AuthenticationMethod[] = [];

  constructor({ channel, client, services }: ConnectOptions, ids: IdSource) {
    super();
    this.client = client;
    this.sessions = new Sessions(client, ids);
    this.elicitations = new Elicitations((id) => this.sessions.find(id)?.session);
    const pump = this.register(new MessagePump(channel, client, this));
    const app = acp.client({ name: 'airlock' });
    const requests = new AgentRequests({
      sessions: this.sessions,
      elicitations: this.elicitations,
      client,
      services,
      identity: () => this.identity,
      began: (id) => pump.began(id),
    });
    requests.registerOn(app);
    this.calls = new AgentCalls(app.connect(pump.stream), (error) => this.learnFrom(error));
    this.register(channel.onClose((reason) => this.calls.close(reason)));
    this.register(toDisposable(() => this.calls.close('The connection to the agent was closed.')));
  }

  get identity(): AgentIdentity | null {
    return this.introduced?.identity ?? null;
  }

  get authenticationMethods(): readonly AuthenticationMethod[] {
    const methods = this.introduced?.authenticationMethods ?? [];
    return methods.length > 0 ? methods : this.lateMethods;
  }

  introduce(answer: InitializeAnswer): void {
    this.introduced = answer;
  }

  update(params: unknown): void {
    this.sessions.receive(params);
  }

  answered({ method, params }: AskedRequest, result: unknown): void {
    const answer = readReopened(result);
    if (method === methods.new || method === methods.fork) {
      const id = identifier(answer.sessionId);
      if (id !== null) this.opened(id as string as AgentSessionId, answer);
    } else if (method === methods.load || method === methods.resume) {
      const id = isRecord(params) ? params.sessionId : undefined;
      if (typeof id === 'string') this.sessions.find(id)?.session.open(answer);
    }
  }

  notification(method: string, params: unknown): void {
    if (isKnownChatter(method)) return;
    if (method === acp.methods.client.elicitation.complete && this.elicitations.complete(params)) {
      return;
    }
    const sessionId = isRecord(params) ? params.sessionId : undefined;
    const route = typeof sessionId === 'string' ? this.sessions.find(sessionId) : undefined;
    if (route) {
      route.session.deliver([route.translator.keepUnknown(method, params)]);
      return;
    }
    this.client.report(unknownNotification(method));
  }

  /** Whoever asked hears of it in this turn of the event loop, and requests wait for the next. */
  private opened(id: AgentSessionId, answer: JsonRecord): void {
    if (!this.sessions.isExpecting) {
      this.letGo(id);
      return;
    }
    const session = this.sessions.admit(id);
    session.open(answer);
    session.openSoon();
  }

  /** A session that came after the waiting for it was given up. */
  private letGo(sessionId: AgentSessionId): void {
    if (!this.introduced?.agentCapabilities.sessionCapabilities.close) return;
    const ignore = () => undefined;
    this.calls.request(methods.close, { sessionId }, ignore).catch(ignore);
  }

  /** Some agents say how to log in only when they refuse to work without it. */
  private learnFrom({ code, data }: acp.RequestError): void {
    if (code !== -32000 || !isRecord(data)) return;
    const methods = authenticationFromWire(data.authMethods);
    if (methods.length > 0) this.lateMethods = methods;
  }
}
