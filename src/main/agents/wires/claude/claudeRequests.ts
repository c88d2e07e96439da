import type { ConnectionClient, MessageChannel, PermissionAsk } from '#main/agents/connection';
import { formBody, urlBody } from '#main/agents/wires/elicitationBody';
import type { InboundBrake } from '#main/agents/wires/inboundBrake';
import { identifier, isRecord, type JsonRecord, labelOf, textOr } from '#main/agents/wires/json';
import { WAITING_REQUESTS } from '#main/agents/wires/limits';
import type { SessionFeed } from '#main/agents/wires/sessionFeed';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AgentSessionId, ToolCallId } from '#shared/ids';
import type { ToolContent } from '#shared/session/content';
import type { ElicitationOutcome, ElicitationQuestion } from '#shared/session/request/requests';
import { editedPath, proposedEdit } from './translate/fileEdits';
import type { MessageTranslator } from './translate/messageTranslator';
import {
  inputOf,
  permissionAnswer,
  permissionChoices,
  permissionDescription,
  planContent,
} from './translate/permissions';
import { answerToQuestion, QUESTION_TOOL, questionFrom } from './translate/questions';
import { toolUpdated } from './translate/toolCalls';
import { toolFields } from './translate/toolFields';

export interface ClaudeSurroundings {
  readonly channel: MessageChannel;
  readonly client: ConnectionClient;
  readonly translator: MessageTranslator;
  /** Null until the session is open. */
  readonly feed: () => SessionFeed | null;
  readonly brake: InboundBrake;
}

/** Thrown for requests that we do not support; the message is for the agent. */
class Refusal extends Error {}

/** Answers Claude Code's requests. */
export class ClaudeRequests {
  private readonly serving = new Map<string, AbortController>();

  constructor(private readonly around: ClaudeSurroundings) {}

  receive(message: JsonRecord): void {
    const id = identifier(message.request_id);
    const request = isRecord(message.request) ? message.request : {};
    const name = labelOf(request.subtype, 'a request');
    if (id === null || this.serving.has(id)) {
      this.report(name, 'its id is missing or in use');
      return;
    }
    if (this.serving.size >= WAITING_REQUESTS) {
      this.report(name, `more than ${WAITING_REQUESTS} requests are open`);
      this.refuse(id, `No more than ${WAITING_REQUESTS} requests may wait for the user.`);
      return;
    }
    // A dialog of an unsupported kind must be left to clients that can show it.
    if (request.subtype === 'request_user_dialog') return;
    const controller = new AbortController();
    this.serving.set(id, controller);
    const { brake, channel } = this.around;
    brake.hold(id, { waits: true, bytes: channel.messageBytes });
    this.answer(id, name, controller, this.serve(request, controller.signal));
  }

  /** Called when the agent no longer waits for our answer. */
  withdraw(message: JsonRecord): void {
    const id = identifier(message.request_id) ?? '';
    const controller = this.serving.get(id);
    this.settled(id);
    controller?.abort();
  }

  close(): void {
    for (const [id, controller] of [...this.serving]) {
      this.settled(id);
      controller.abort();
    }
  }

  private settled(id: string): boolean {
    this.around.brake.letGo(id);
    return this.serving.delete(id);
  }

  private answer(
    id: string,
    name: string,
    controller: AbortController,
    answering: Promise<object>,
  ): void {
    // A withdrawn question must not be answered.
    const isOpen = () => this.serving.get(id) === controller && this.settled(id);
    answering.then(
      (response) => {
        if (!isOpen()) return;
        const success = { subtype: 'success', request_id: id, response };
        this.around.channel.send({ type: 'control_response', response: success });
      },
      (error: unknown) => {
        if (error instanceof Refusal) this.report(name, error.message);
        else onUnexpectedError(error);
        if (isOpen()) this.refuse(id, error instanceof Refusal ? error.message : 'Internal error');
      },
    );
  }

  private serve(request: JsonRecord, signal: AbortSignal): Promise<object> {
    switch (request.subtype) {
      case 'can_use_tool':
        return request.tool_name === QUESTION_TOOL
          ? this.askQuestion(request, signal)
          : this.askPermission(request, signal);
      case 'elicitation':
        return this.elicit(request, signal);
      default:
        return Promise.reject(
          new Refusal(
            `Unsupported control request subtype: ${labelOf(request.subtype, 'a request')}`,
          ),
        );
    }
  }

  private async askPermission(request: JsonRecord, signal: AbortSignal): Promise<object> {
    const { client, translator } = this.around;
    const name = identifier(request.tool_name) ?? 'tool';
    const id = identifier(request.tool_use_id);
    const input = inputOf(request);
    // Newer versions do not repeat the input in the permission request.
    const whole = id === null ? input : translator.tools.look(id, name, input).input;
    const feed = this.knownFeed();
    if (feed.whenOpen) await feed.whenOpen;
    const fields = toolFields(name, whole, translator.tools.folder);
    const title = textOr(request.title, '') || fields.title || name;
    const description = permissionDescription(request, title);
    const choices = permissionChoices(request);
    const ask: PermissionAsk = {
      toolCallId: id,
      tool: fields,
      title,
      ...(description === '' ? {} : { description }),
      options: choices.map(({ option }) => option),
    };
    const look = async () => {
      const content = await this.contentOf(feed.id, name, whole);
      const [change] = content;
      if (id !== null && change && !signal.aborted) translator.tools.propose(id, change);
      return content;
    };
    const outcome = await client.of(feed.id).askPermission(ask, signal, look);
    const { answer, isAllowed } = permissionAnswer(choices, outcome, input);
    if (isAllowed && id !== null && !signal.aborted) {
      feed.deliver([toolUpdated(id, null, { status: 'in_progress' })]);
    }
    return answer;
  }

  /** The change to the whole file, so that the user sees the edit in its context. */
  private async contentOf(
    session: AgentSessionId,
    name: string,
    input: JsonRecord,
  ): Promise<readonly ToolContent[]> {
    if (name === 'ExitPlanMode') return planContent(input);
    const path = editedPath(name, input);
    if (path === null) return [];
    const { client } = this.around;
    const turnEnd = client.of(session).untilTurnEnds();
    const read = await client.inTurn((room) =>
      client.of(session).readTextFile({ path, line: null, limit: null }, room, turnEnd),
    );
    const isMissing = !read.ok && read.error.code === 'not-found';
    const current = read.ok ? read.value : isMissing ? null : undefined;
    const change = proposedEdit(name, input, current);
    return change ? [change] : [];
  }

  private async askQuestion(request: JsonRecord, signal: AbortSignal): Promise<object> {
    const feed = this.knownFeed();
    if (feed.whenOpen) await feed.whenOpen;
    const input = inputOf(request);
    const id = identifier(request.tool_use_id) ?? '';
    const question = questionFrom(input, id as string as ToolCallId);
    if (question === null) throw new Refusal('There is no question to answer.');
    const outcome = await this.around.client.of(feed.id).elicit(question, signal);
    return answerToQuestion(input, outcome);
  }

  private async elicit(request: JsonRecord, signal: AbortSignal): Promise<object> {
    const body =
      request.mode === 'url'
        ? urlBody(request.url, request.elicitation_id)
        : formBody(request.requested_schema);
    if (typeof body === 'string') throw new Refusal(body);
    const server = labelOf(request.mcp_server_name, '');
    const message = textOr(request.message, '');
    const question: ElicitationQuestion = {
      message: server === '' ? message : `${server}: ${message}`,
      toolCallId: null,
      body,
    };
    const session = this.around.feed()?.id ?? null;
    return elicitationAnswer(await this.around.client.of(session).elicit(question, signal));
  }

  private knownFeed(): SessionFeed {
    const feed = this.around.feed();
    if (feed === null) throw new Refusal('There is no session.');
    return feed;
  }

  private refuse(id: string, error: string): void {
    const response = { subtype: 'error', request_id: id, error };
    this.around.channel.send({ type: 'control_response', response });
  }

  private report(method: string, message: string): void {
    this.around.client.report({ type: 'invalid', method, message }, this.around.feed()?.id);
  }
}

function elicitationAnswer(outcome: ElicitationOutcome): object {
  switch (outcome.type) {
    case 'accepted':
      return { action: 'accept', content: outcome.values };
    case 'declined':
      return { action: 'decline' };
    case 'cancelled':
      return { action: 'cancel' };
  }
}
