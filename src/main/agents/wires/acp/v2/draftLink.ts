import type {
  ConnectionError,
  ConnectOptions,
  OpenedSession,
  SessionRoots,
  TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { NamedMcpServer } from '#shared/mcp/server';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { isRecord, type JsonRecord } from '../../json';
import { errorFromAgent } from '../../rpc/agentErrors';
import { AcpLink } from '../acpLink';
import { readReopened } from '../answers';
import { methods } from '../messages';
import { DraftSession } from './draftSession';
import { DraftTurn } from './draftTurn';
import { errorCodes } from './errorCodes';
import { draftMethods, greeting, optionParams, resumeParams } from './messages';
import { optionsFromDraft } from './translate/draftOptions';

/** Both directions of a connection to an agent of version 2. */
export class DraftLink extends AcpLink<DraftSession> {
  protected readonly loginMethods = draftMethods;

  constructor(
    options: ConnectOptions,
    private readonly ids: IdSource,
  ) {
    super(options);
    this.rpc.whenClosed.addEventListener('abort', () => this.failTurns(), { once: true });
  }

  /** Sends the versions that we support; the agent answers with the one that it uses. */
  greet({ clientVersion, services, signal }: ConnectOptions): Promise<JsonRecord> {
    const params = greeting(clientVersion, services);
    return this.rpc.request(methods.initialize, params, readRecord, signal);
  }

  /** The agent replays its history, so a known session is released first. */
  load(id: AgentSessionId, place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession> {
    this.release(id);
    const session = this.admit(id);
    session.beginReplay();
    const params = resumeParams(id, this.placeToWire(place), true);
    return this.serving(place, this.reopen(methods.resume, session, true, params, signal));
  }

  resume(id: AgentSessionId, place: SessionRoots, signal?: AbortSignal): Promise<OpenedSession> {
    const isNew = this.sessions.find(id) === undefined;
    const params = resumeParams(id, this.placeToWire(place), false);
    return this.serving(place, this.reopen(methods.resume, this.admit(id), isNew, params, signal));
  }

  async prompt(id: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult> {
    const session = this.demand(id);
    const prompt = this.promptToWire(content);
    session.flush();
    const turn = new DraftTurn();
    session.turn = turn;
    // Handle the answer as soon as it arrives, because the following messages belong to the turn.
    this.rpc
      .request(methods.prompt, { sessionId: id, prompt }, () => turn.taken())
      .catch((error: unknown) => turn.fail(error as ConnectionError));
    try {
      return await turn.result;
    } finally {
      if (session.turn === turn) session.turn = null;
    }
  }

  override cancel(id: AgentSessionId): void {
    const turn = this.sessions.find(id)?.feed.turn;
    if (turn) turn.isCancelled = true;
    super.cancel(id);
  }

  /** The agent answers with all of its options, because one choice can change the others. */
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

  protected override createSession(id: AgentSessionId): DraftSession {
    return new DraftSession(id, this.client, this.ids, this.sessions);
  }

  protected override readError(method: string, error: unknown): ConnectionError {
    return errorFromAgent(method, error, errorCodes);
  }

  /** In the draft every server names its type. */
  protected override serverToWire(server: NamedMcpServer) {
    const named = super.serverToWire(server);
    return 'type' in named ? named : { type: 'stdio' as const, ...named };
  }

  private failTurns(): void {
    for (const { feed } of this.sessions.all) {
      feed.turn?.fail(this.rpc.whenClosed.reason as ConnectionError);
    }
  }
}

function readRecord(answer: unknown): JsonRecord {
  if (isRecord(answer)) return answer;
  throw new Error('it must be an object');
}
