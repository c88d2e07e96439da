import * as acp from '@agentclientprotocol/sdk/unstable';
import {
  ConnectionError,
  type ListedSession,
  type OpenedSession,
  type SessionPlace,
  type TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { AgentPowers } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { unknownStopReason } from '../stopReason';
import type { AcpSession } from './acpSession';
import type { AgentLink } from './agentLink';
import {
  readNewSession,
  readReopened,
  readSessionPage,
  readSteered,
  type SessionPage,
} from './answers';
import { allPages } from './sessionPages';
import { promptToWire } from './translate/prompts';
import { turnFromWire } from './translate/turnResult';

const methods = acp.methods.agent.session;
const SET_MODEL = 'session/set_model';
const STEER = '_session/steering';

/** What we ask of an agent about its sessions. */
export class AgentSessions {
  constructor(
    private readonly link: AgentLink,
    private readonly powers: AgentPowers,
  ) {}

  async create(place: SessionPlace, signal?: AbortSignal): Promise<OpenedSession> {
    return this.open(methods.new, this.placeToWire(place), signal);
  }

  async fork(
    sessionId: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    return this.open(methods.fork, { sessionId, ...this.placeToWire(place) }, signal);
  }

  /** The history is told from the beginning, so that nothing is known of it yet. */
  async load(
    sessionId: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    this.link.sessions.release(sessionId);
    return this.reopen(methods.load, sessionId, place, signal);
  }

  async resume(
    sessionId: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    return this.reopen(methods.resume, sessionId, place, signal);
  }

  async list(cwd: string | null, signal?: AbortSignal): Promise<readonly ListedSession[]> {
    const inFolder = cwd === null ? {} : { cwd };
    return allPages((cursor) => this.page({ ...inFolder, ...cursor }, signal));
  }

  async prompt(sessionId: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult> {
    const session = this.sessionOf(sessionId);
    const prompt = promptToWire(content, this.powers.prompt);
    session.translator.beginTurn();
    session.flush();
    const params = { sessionId, prompt };
    const { turn, unknownReason } = await this.link.calls.request(
      methods.prompt,
      params,
      turnFromWire,
    );
    if (unknownReason !== null) {
      this.link.client.report(unknownStopReason(methods.prompt, unknownReason));
    }
    return turn;
  }

  /** Updates are taken in until the prompt is answered: the agent may still have to finish. */
  cancel(sessionId: AgentSessionId): void {
    this.link.calls.notify(methods.cancel, { sessionId });
  }

  async steer(sessionId: AgentSessionId, content: readonly ContentBlock[]): Promise<boolean> {
    const session = this.sessionOf(sessionId);
    const prompt = promptToWire(content, this.powers.prompt);
    // If the turn is over already, the text stays ours to send as a prompt.
    const _meta = { steering: { idleBehavior: 'promptRequired' } };
    const isTaken = await this.link.calls.request(STEER, { sessionId, prompt, _meta }, readSteered);
    if (isTaken) session.translator.interject();
    return isTaken;
  }

  async setMode(sessionId: AgentSessionId, modeId: string): Promise<readonly SessionEvent[]> {
    const { options } = this.sessionOf(sessionId).translator;
    await this.link.calls.request(methods.setMode, { sessionId, modeId }, ignore);
    return [options.changeMode(modeId)];
  }

  /** The agent answers with all of its options, since one choice can change the others. */
  async setOption(
    sessionId: AgentSessionId,
    configId: string,
    value: string | boolean,
  ): Promise<readonly SessionEvent[]> {
    const { options } = this.sessionOf(sessionId).translator;
    if (options.routeOf(configId) === 'legacy-model') {
      await this.link.calls.request(SET_MODEL, { sessionId, modelId: value }, ignore);
      return [options.choose(configId, value)];
    }
    const typed = typeof value === 'boolean' ? { type: 'boolean', value } : { value };
    const params = { sessionId, configId, ...typed };
    const answer = await this.link.calls.request(methods.setConfigOption, params, readReopened);
    return [options.configure(answer.configOptions) ?? options.choose(configId, value)];
  }

  async setTitle(sessionId: AgentSessionId, title: string): Promise<void> {
    await this.link.calls.request(methods.setTitle, { sessionId, title }, ignore);
  }

  async close(sessionId: AgentSessionId, signal?: AbortSignal): Promise<void> {
    await this.link.calls.request(methods.close, { sessionId }, ignore, signal);
  }

  async delete(sessionId: AgentSessionId, signal?: AbortSignal): Promise<void> {
    await this.link.calls.request(methods.delete, { sessionId }, ignore, signal);
  }

  private page(params: object, signal: AbortSignal | undefined): Promise<SessionPage> {
    return this.link.calls.request(methods.list, params, readSessionPage, signal);
  }

  /** Updates come while we wait, so that the session must be known before. */
  private async reopen(
    method: string,
    sessionId: AgentSessionId,
    place: SessionPlace,
    signal?: AbortSignal,
  ): Promise<OpenedSession> {
    const { sessions, calls } = this.link;
    const isNew = sessions.find(sessionId) === undefined;
    const session = sessions.admit(sessionId);
    session.translator.beginTurn();
    const params = { sessionId, ...this.placeToWire(place) };
    try {
      await calls.request(method, params, readReopened, signal);
    } catch (error) {
      if (isNew) sessions.release(sessionId);
      throw error;
    }
    return { agentSessionId: sessionId, events: session.takeOpening() };
  }

  private open(method: string, params: object, signal?: AbortSignal): Promise<OpenedSession> {
    const { sessions, calls } = this.link;
    return sessions.expecting(async () => {
      const { sessionId } = await calls.request(method, params, readNewSession, signal);
      // Admitted when the answer came in, before anything that was sent after it.
      const session = sessions.admit(sessionId);
      return { agentSessionId: sessionId, events: session.takeOpening() };
    });
  }

  private placeToWire({ cwd, additionalDirectories }: SessionPlace): object {
    const takesMore = this.powers.additionalDirectories && additionalDirectories.length > 0;
    return { cwd, mcpServers: [], ...(takesMore ? { additionalDirectories } : {}) };
  }

  private sessionOf(id: AgentSessionId): AcpSession {
    const session = this.link.sessions.find(id)?.session;
    if (session) return session;
    throw new ConnectionError('not-found', `The session ${id} is not open on this connection.`);
  }
}

function ignore(): void {
  // The answer to a command says nothing that we need.
}
