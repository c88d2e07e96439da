import { setImmediate } from 'node:timers/promises';
import type { AgentConnection, PermissionAsk } from '#main/agents/connection';
import { connect } from '#main/agents/wires/claude/connect';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import type {
  ElicitationQuestion,
  FormValue,
  PermissionOutcome,
} from '#shared/session/request/requests';
import { type ClaudeMessage, ClaudePeer } from './claudePeer';
import { countingIds } from './countingIds';
import type { Frame } from './recordings';
import { Replay } from './replay';

type Members = { readonly [key: string]: unknown };

/** Replays a recording of Claude Code. */
export class ClaudeReplay extends Replay<ClaudeMessage, ClaudePeer> {
  private readonly requestIds = new Map<unknown, string | undefined>();
  private session: AgentSessionId | null = null;

  constructor(frames: readonly Frame<ClaudeMessage>[]) {
    super(frames, (agentEnd) => new ClaudePeer(agentEnd));
  }

  protected async hear(message: ClaudeMessage, index: number): Promise<void> {
    if (message.type === 'control_response') {
      const id = message.response?.request_id;
      if (!this.requestIds.has(id)) return;
      this.peer.send({
        ...message,
        response: { ...message.response, request_id: this.requestIds.get(id) },
      });
    } else {
      if (message.type === 'control_request') this.prepareAnswer(message, index);
      this.peer.send(message);
    }
    await setImmediate();
    await setImmediate();
  }

  /** Makes the client answer as the recorder did, further down in the recording. */
  private prepareAnswer({ request_id: id, request }: ClaudeMessage, index: number): void {
    const answer = this.answerTo(index, ({ response }) => response?.request_id === id);
    const said = (answer?.response?.response ?? {}) as Members;
    this.client.onPermission = async (ask) => this.permission(ask, said, answer !== undefined);
    this.client.onElicit = async (question) => {
      const answers = (said.updatedInput as Members | undefined)?.answers as Members;
      return { type: 'accepted', values: valuesFor(question, request ?? {}, answers) };
    };
  }

  private permission(
    ask: PermissionAsk,
    said: Members,
    isAnswered: boolean,
  ): Promise<PermissionOutcome> {
    const outcome = outcomeOf(said);
    if (isAnswered) return this.fold.permission(ask, outcome);
    void this.fold.permission(ask, { type: 'cancelled' });
    return new Promise(() => undefined);
  }

  private async checkAnswer(message: ClaudeMessage): Promise<void> {
    await setImmediate();
    const id = message.response?.request_id;
    const ours = this.peer.received.findLast(({ response }) => response?.request_id === id);
    const [said, recorded] = [ours, message].map((answer) => comparable(answer?.response));
    if (said !== recorded) this.deviations.push(`${said} instead of ${recorded}`);
  }

  protected async say(message: ClaudeMessage, index: number): Promise<void> {
    if (message.type === 'control_response') await this.checkAnswer(message);
    else await this.speak(message, index);
  }

  private async speak(message: ClaudeMessage, index: number): Promise<void> {
    const subtype = message.request?.subtype;
    if (subtype === 'initialize') {
      this.peer.answer('initialize', null);
      void this.connect(message.request_id);
      return;
    }
    if (!this.connection) await this.connect(undefined);
    if (!this.session) await this.begin();
    const { connection, session } = this;
    if (!connection || !session) throw new Error('There is no session to speak in.');
    if (message.type === 'user') {
      const { content } = message.message as { content: ContentBlock[] };
      const isLast = index === this.frames.length - 1;
      const turn = this.fold.turn(content, () => connection.prompt(session, content));
      void turn.catch(this.failed('prompt'));
      if (!isLast) await setImmediate();
      return;
    }
    const asked = this.ask(connection, session, subtype, message.request ?? {});
    if (asked)
      this.requestIds.set(message.request_id, this.peer.last('control_request').request_id);
  }

  /** False: the port does not offer this. */
  private ask(
    connection: AgentConnection,
    session: AgentSessionId,
    subtype: string | undefined,
    request: Members,
  ): boolean {
    const set = (setting: Promise<readonly SessionEvent[]> | undefined) =>
      void setting?.then((events) => this.fold.take(events));
    switch (subtype) {
      case 'interrupt':
        this.peer.answer('interrupt', null);
        connection.cancel(session);
        return true;
      case 'set_permission_mode':
        this.peer.answer('set_permission_mode', null);
        set(connection.setMode?.(session, String(request.mode)));
        return true;
      case 'set_model':
        this.peer.answer('set_model', null);
        set(connection.setOption?.(session, 'model', String(request.model)));
        return true;
      default:
        return false;
    }
  }

  private async connect(recordedId: string | undefined): Promise<void> {
    const connecting = connect(this.options, countingIds());
    this.requestIds.set(recordedId, this.peer.last('control_request').request_id);
    this.connection = await connecting;
  }

  private async begin(): Promise<void> {
    const place = { cwd: '/workspace', additionalDirectories: [] };
    const opened = await this.connection?.newSession(place);
    if (!opened) throw new Error('There is no connection.');
    this.session = opened.agentSessionId;
    this.client.known.add(opened.agentSessionId);
    this.fold.begin();
    this.fold.take(opened.events);
    await setImmediate();
  }
}

function outcomeOf(said: Members): PermissionOutcome {
  if (said.behavior === 'allow') {
    return { type: 'selected', optionId: said.updatedPermissions ? 'allow-0' : 'allow' };
  }
  return said.interrupt === true ? { type: 'cancelled' } : { type: 'selected', optionId: 'reject' };
}

/** An answer without the words of a refusal, which are our own. */
function comparable(response: Members | undefined): string {
  const answer = (response?.response ?? {}) as Members;
  const words = answer.behavior === 'deny' ? { message: '' } : {};
  return JSON.stringify({ ...answer, ...words });
}

function valuesFor(
  question: ElicitationQuestion,
  { input }: Members,
  answers: Members = {},
): Record<string, FormValue> {
  const asked = (input as { questions: readonly { question: string }[] }).questions;
  const fields = question.body.type === 'form' ? question.body.fields : [];
  const values: Record<string, FormValue> = {};
  for (const [index, item] of asked.entries()) {
    const field = fields.find(({ key }) => key === `question-${index}`);
    if (field) values[field.key] = String(answers[item.question]);
  }
  return values;
}
