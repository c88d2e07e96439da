import type { ConnectionClient } from '#main/agents/connection';
import type { ToolCallId } from '#shared/ids';
import { isRecord, type JsonRecord, labelOf } from '../../json';
import { invalidParams, methodNotFound, RpcRefusal } from '../../rpc/rpcRefusal';
import { unofferedRequest } from '../../unexpected';
import { unlessAborted } from '../../unlessAborted';
import type { Elicitations } from '../elicitations';
import { elicitationFromWire, elicitationToWire } from '../translate/elicitations';
import type { DraftRoute } from './draftSession';
import { methods } from './messages';

export interface DraftSurroundings {
  readonly client: ConnectionClient;
  readonly elicitations: Elicitations;
  readonly find: (sessionId: unknown) => DraftRoute | undefined;
}

/** Answers what an agent of version 2 asks of us: no files and no terminals, only questions. */
export class DraftRequests {
  constructor(private readonly around: DraftSurroundings) {}

  async answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const asked = isRecord(params) ? params : {};
    switch (method) {
      case methods.requestPermission:
        return this.askPermission(asked, signal);
      case methods.elicit:
        return this.elicit(asked, signal);
      default:
        return this.refuse(method);
    }
  }

  private async askPermission(params: JsonRecord, signal: AbortSignal): Promise<object> {
    const { feed, translator } = this.route(params.sessionId);
    const ask = translator.permission(params);
    if (typeof ask === 'string') throw invalidParams(ask);
    if (feed.whenOpen) await feed.whenOpen;
    const asking = this.around.client.askPermission(feed.id, ask, signal);
    const outcome = await unlessAborted(asking, signal, calledOff);
    return outcome.type === 'selected'
      ? { outcome: { outcome: 'selected', optionId: outcome.optionId } }
      : { outcome: { outcome: 'cancelled' } };
  }

  private async elicit(params: JsonRecord, signal: AbortSignal): Promise<object> {
    const isOfSession = params.sessionId !== undefined && params.sessionId !== null;
    const route = isOfSession ? this.route(params.sessionId) : null;
    const question = elicitationFromWire(
      params,
      (call) => route?.translator.toolCallId(call) ?? (call as string as ToolCallId),
    );
    if (typeof question === 'string') throw invalidParams(question);
    const feed = route?.feed ?? null;
    if (feed?.whenOpen) await feed.whenOpen;
    if (question.body.type === 'url') {
      this.around.elicitations.opened(question.body.elicitationId, feed?.id ?? null);
    }
    const asking = this.around.client.elicit(feed?.id ?? null, question, signal);
    return elicitationToWire(await unlessAborted(asking, signal, calledOff));
  }

  private route(sessionId: unknown): DraftRoute {
    const route = this.around.find(sessionId);
    if (route) return route;
    const name = labelOf(sessionId, 'without an id');
    throw new RpcRefusal(-32002, `There is no session ${name} on this connection`);
  }

  private refuse(method: string): never {
    this.around.client.report(unofferedRequest(method));
    throw methodNotFound(method);
  }
}

function calledOff(): RpcRefusal {
  return new RpcRefusal(-32800, 'Request cancelled');
}
