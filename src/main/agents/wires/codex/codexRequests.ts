import type { ConnectionClient } from '#main/agents/connection';
import { isRecord, type JsonRecord, labelOf } from '#main/agents/wires/json';
import {
  INVALID_PARAMS,
  invalidParams,
  methodNotFound,
  NotUnderstood,
} from '#main/agents/wires/rpc/rpcRefusal';
import type { SessionFeed } from '#main/agents/wires/sessionFeed';
import { answerTo, approvalFrom, askFrom, threadOf } from './translate/approvals';
import type { CodexTranslator } from './translate/codexTranslator';
import {
  elicitationAnswer,
  elicitationFrom,
  userInputAnswer,
  userInputFrom,
} from './translate/questions';

/** The receivers of one thread's requests. A subagent's requests go to its parent thread. */
export interface ThreadRoute {
  readonly feed: SessionFeed;
  readonly translator: CodexTranslator;
}

export interface CodexSurroundings {
  readonly client: ConnectionClient;
  readonly find: (threadId: unknown) => ThreadRoute | null;
}

/** Answers Codex's requests. */
export class CodexRequests {
  constructor(private readonly around: CodexSurroundings) {}

  async answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const asked = isRecord(params) ? params : {};
    switch (method) {
      case 'item/tool/requestUserInput':
        return this.askUser(asked, signal);
      case 'mcpServer/elicitation/request':
        return this.elicit(asked, signal);
      case 'item/commandExecution/requestApproval':
      case 'item/fileChange/requestApproval':
      case 'item/permissions/requestApproval':
      case 'execCommandApproval':
      case 'applyPatchApproval':
        return this.approve(method, asked, signal);
      default:
        throw methodNotFound(method);
    }
  }

  private async approve(method: string, params: JsonRecord, signal: AbortSignal): Promise<object> {
    const { feed, translator } = this.route(params);
    const { items } = translator;
    const approval = approvalFrom(method, params, (id) => items.known(id), items.folder);
    if (approval === null) throw methodNotFound(method);
    const toolCallId = approval.itemId === null ? null : items.toolCallId(approval.itemId);
    if (feed.whenOpen) await feed.whenOpen;
    const ask = askFrom(approval, toolCallId);
    return answerTo(approval, await this.around.client.of(feed.id).askPermission(ask, signal));
  }

  private async askUser(params: JsonRecord, signal: AbortSignal): Promise<object> {
    const { feed, translator } = this.route(params);
    const itemId = typeof params.itemId === 'string' ? params.itemId : null;
    const toolCallId = itemId === null ? null : translator.items.toolCallId(itemId);
    const question = userInputFrom(params, toolCallId);
    if (question === null) throw invalidParams('there is no question to answer');
    if (feed.whenOpen) await feed.whenOpen;
    return userInputAnswer(params, await this.around.client.of(feed.id).elicit(question, signal));
  }

  private async elicit(params: JsonRecord, signal: AbortSignal): Promise<object> {
    const { feed } = this.route(params);
    const question = elicitationFrom(params);
    if (typeof question === 'string') throw invalidParams(question);
    if (feed.whenOpen) await feed.whenOpen;
    return elicitationAnswer(await this.around.client.of(feed.id).elicit(question, signal));
  }

  private route(params: JsonRecord): ThreadRoute {
    const route = this.around.find(threadOf(params));
    if (route) return route;
    const name = labelOf(threadOf(params), 'without an id');
    throw new NotUnderstood(INVALID_PARAMS, `There is no thread ${name} on this connection`);
  }
}
