import type { ConnectionClient, PermissionAsk } from '#main/agents/connection';
import type { AgentSessionId, ToolCallId } from '#shared/ids';
import { identifier, isRecord, type JsonRecord, labelOf, makeRoom } from '../json';
import { questionsIn } from '../questionForm';
import { invalidParams, NotUnderstood, RpcRefusal } from '../rpc/rpcRefusal';
import type { SessionFeed } from '../sessionFeed';
import { unlessAborted } from '../unlessAborted';
import type { Route } from './acpSession';
import { OPEN_ELICITATIONS } from './limits';
import {
  type AskedChoice,
  choiceFromWire,
  choiceToWire,
  questionFrom,
  questionsToWire,
} from './translate/choices';
import { elicitationFromWire, elicitationToWire } from './translate/elicitations';

/** Shows an agent's questions to the user, in either version of the protocol. */
export class AgentQuestions<S extends SessionFeed> {
  /** Questions that continue in a browser: the message that ends one has its id but no session. */
  private readonly inBrowser = new Map<string, AgentSessionId | null>();

  constructor(
    private readonly client: ConnectionClient,
    private readonly find: (sessionId: unknown) => Route<S> | undefined,
  ) {}

  async askPermission(params: unknown, signal: AbortSignal): Promise<object> {
    const asked = recordIn(params);
    const { feed, translator } = this.route(asked.sessionId);
    const ask = translator.permission(asked);
    if (typeof ask === 'string') throw invalidParams(ask);
    if (feed.whenOpen) await feed.whenOpen;
    const choice = choiceFromWire(asked, ask);
    if (choice !== null) return this.choose(feed, ask, choice, signal);
    const asking = this.client.of(feed.id).askPermission(ask, signal);
    const outcome = await unlessAborted(asking, signal, calledOff);
    return outcome.type === 'selected'
      ? { outcome: { outcome: 'selected', optionId: outcome.optionId } }
      : { outcome: { outcome: 'cancelled' } };
  }

  /** A tool's questions to the user, which an agent sends as a request of its own. */
  async answerQuestions(params: unknown, signal: AbortSignal): Promise<object> {
    const asked = recordIn(params);
    const { feed, translator } = this.route(asked.sessionId);
    const questions = questionsIn(asked);
    if (questions.length === 0) throw invalidParams('there is no question');
    const call = identifier(asked.toolCallId);
    const toolCallId = call === null ? null : translator.toolCallId(call);
    if (feed.whenOpen) await feed.whenOpen;
    const asking = this.client.of(feed.id).elicit(questionFrom(questions, toolCallId), signal);
    return questionsToWire(questions, await unlessAborted(asking, signal, calledOff));
  }

  private async choose(
    feed: S,
    ask: PermissionAsk,
    choice: AskedChoice,
    signal: AbortSignal,
  ): Promise<object> {
    const toolCallId = ask.toolCallId as ToolCallId | null;
    if (toolCallId !== null) feed.deliver([{ type: 'tool.updated', toolCallId, ...ask.tool }]);
    const question = questionFrom(choice.questions, toolCallId);
    const asking = this.client.of(feed.id).elicit(question, signal);
    return choiceToWire(choice, await unlessAborted(asking, signal, calledOff));
  }

  async elicit(params: unknown, signal: AbortSignal): Promise<object> {
    const asked = recordIn(params);
    const isOfSession = asked.sessionId !== undefined && asked.sessionId !== null;
    const route = isOfSession ? this.route(asked.sessionId) : null;
    const question = elicitationFromWire(
      asked,
      (call) => route?.translator.toolCallId(call) ?? (call as string as ToolCallId),
    );
    if (typeof question === 'string') throw invalidParams(question);
    const feed = route?.feed ?? null;
    if (feed?.whenOpen) await feed.whenOpen;
    const id = feed?.id ?? null;
    if (question.body.type === 'url') {
      makeRoom(this.inBrowser, OPEN_ELICITATIONS);
      this.inBrowser.set(question.body.elicitationId, id);
    }
    const asking = this.client.of(id).elicit(question, signal);
    return elicitationToWire(await unlessAborted(asking, signal, calledOff));
  }

  /** Handles the agent's report that a question in the browser is over. False for an unknown id. */
  complete(params: unknown): boolean {
    const elicitationId = isRecord(params) ? identifier(params.elicitationId) : null;
    if (elicitationId === null) return false;
    const session = this.inBrowser.get(elicitationId);
    this.inBrowser.delete(elicitationId);
    if (session === undefined) return false;
    const feed = session === null ? undefined : this.find(session)?.feed;
    feed?.deliver([{ type: 'elicitation.completed', elicitationId }]);
    return true;
  }

  /** Throws for a session that is not one of this connection. */
  route(sessionId: unknown): Route<S> {
    const route = this.find(sessionId);
    if (route) return route;
    const name = labelOf(sessionId, 'without an id');
    const words = `There is no session ${name} on this connection`;
    throw new NotUnderstood(-32002, words, { sessionId: name });
  }
}

/** The refusal for a request that the agent has withdrawn, or whose agent has ended. */
export function calledOff(): RpcRefusal {
  return new RpcRefusal(-32800, 'Request cancelled');
}

function recordIn(params: unknown): JsonRecord {
  if (isRecord(params)) return params;
  throw invalidParams('params must be an object');
}
