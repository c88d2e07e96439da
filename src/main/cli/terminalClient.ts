import { DisposableOwner } from '#main/base/disposable';
import { nextValue } from '#main/base/emitter';
import type { Host } from '#main/host/host';
import { AppException, type Result } from '#shared/errors';
import type { MessageId, SessionId } from '#shared/ids';
import type { SessionCommand } from '#shared/session/commands';
import type { KeptEntry } from '#shared/session/entries';
import type { Envelope } from '#shared/session/events';
import { speakers } from '#shared/session/kinds/eventLine';
import type { FormValue } from '#shared/session/request/requests';
import type { KeptState } from '#shared/session/state';
import { eventLines, harmless } from './eventLines';

/** Prints events as they arrive; a streamed message continues where the last piece ended. */
class EventPrinter {
  private speaking: MessageId | null = null;

  constructor(private readonly write: (text: string) => void) {}

  print(event: Envelope): void {
    if (event.type === 'message.appended' && event.content.type === 'text') {
      if (event.messageId !== this.speaking) {
        this.endSpeech();
        this.write(`${speakers[event.role]} `);
        this.speaking = event.messageId;
      }
      this.write(harmless(event.content.text));
      return;
    }
    for (const line of eventLines(event)) this.line(line);
  }

  line(text: string): void {
    this.endSpeech();
    this.write(`${text}\n`);
  }

  private endSpeech(): void {
    if (this.speaking !== null) this.write('\n');
    this.speaking = null;
  }
}

export interface TerminalClientOptions {
  readonly host: Host;
  readonly sessionId: SessionId;
  readonly state: KeptState;
  /** The next line that the user typed; null at the end of the input. */
  nextLine(): Promise<string | null>;
  write(text: string): void;
}

/** A session in a terminal: shows its events, and reads a line whenever it is the user's turn. */
export class TerminalClient extends DisposableOwner {
  private readonly printer: EventPrinter;

  constructor(private readonly options: TerminalClientOptions) {
    super();
    const { host, sessionId, write } = options;
    this.printer = new EventPrinter(write);
    this.register(
      host.onDidAppend(({ sessionId: id, events }) => {
        if (id === sessionId) for (const event of events) this.printer.print(event);
      }),
    );
  }

  /** Settles when there are no more lines and nothing is in progress. */
  async run(): Promise<void> {
    for (;;) {
      await this.ourTurn();
      const line = await this.options.nextLine();
      if (line === null) return this.leave();
      const command = this.commandFor(line);
      const result = command && (await this.dispatch(command));
      if (result && !result.ok) this.printer.line(`! ${result.error.message}`);
    }
  }

  /** Stops the turn; false if none runs. A second call ends the process. */
  interrupt(): boolean {
    const { turn } = this.options.state.head;
    if (turn === null) return false;
    if (turn.cancelling) void this.forceStop();
    else void this.dispatch({ type: 'turn.cancel' });
    return true;
  }

  /** Leaves without waiting for a question that can no longer be answered. */
  private async leave(): Promise<void> {
    const { host, state } = this.options;
    if (state.head.turn === null) return;
    await this.dispatch({ type: 'turn.cancel' });
    while (state.head.turn !== null) await nextValue(host.onDidAppend);
  }

  private dispatch(command: SessionCommand): Promise<Result<void>> {
    return this.options.host.dispatch(this.options.sessionId, command);
  }

  private async forceStop(): Promise<void> {
    const session = await this.options.host.open(this.options.sessionId);
    if (!session.ok) throw new AppException(session.error);
    await session.value.live.forceStop();
  }

  private async ourTurn(): Promise<void> {
    const { host, state } = this.options;
    while (!isOurTurn(state)) await nextValue(host.onDidAppend);
  }

  private commandFor(line: string): SessionCommand | null {
    const { head } = this.options.state;
    const question = this.openQuestion();
    if (question !== undefined) return this.answerTo(question, line);
    if (head.connection.type === 'authentication') {
      const [choice = '', apiKey] = line.trim().split(/\s+/, 2);
      const method = head.connection.methods[Number(choice) - 1];
      if (method === undefined) return { type: 'agent.restart' };
      const login = { type: 'authentication.start', methodId: method.id } as const;
      return apiKey === undefined ? login : { ...login, apiKey };
    }
    if (head.connection.type === 'failed' || head.connection.type === 'exited') {
      return { type: 'agent.restart' };
    }
    if (line.trim() === '') return null;
    return { type: 'prompt.send', content: [{ type: 'text', text: line }] };
  }

  private openQuestion(): KeptEntry | undefined {
    const { head, entries } = this.options.state;
    const [id] = head.openRequests;
    return id === undefined ? undefined : entries.get(id);
  }

  private answerTo(entry: KeptEntry, line: string): SessionCommand | null {
    if (entry.kind === 'permission') {
      const option = entry.question.options[Number(line.trim()) - 1];
      if (option === undefined) return this.complain('Answer with one of the numbers.');
      const { requestId, change } = entry;
      const answer = { type: 'permission.answer', requestId, optionId: option.id } as const;
      return { ...answer, revision: change?.revision };
    }
    if (entry.kind !== 'elicitation') return null;
    const { requestId } = entry;
    const values = entry.question.body.type === 'url' ? agreed(line) : parsedForm(line);
    if (values === undefined) return this.complain('That is not a JSON object.');
    const answer =
      values === null ? ({ type: 'declined' } as const) : ({ type: 'accepted', values } as const);
    return { type: 'elicitation.answer', requestId, answer };
  }

  private complain(words: string): null {
    this.printer.line(`! ${words}`);
    return null;
  }
}

/** Whether it is the user's turn: not while the agent works or starts. */
function isOurTurn({ head }: KeptState): boolean {
  if (head.openRequests.length > 0) return true;
  const isBusy = head.turn !== null || head.connection.type === 'starting';
  return !isBusy && (head.queue.length === 0 || head.connection.type !== 'ready');
}

function agreed(line: string): Record<string, FormValue> | null {
  return line.trim() === '1' ? {} : null;
}

/** Null to decline, undefined for text that cannot be read. */
function parsedForm(line: string): Record<string, FormValue> | null | undefined {
  if (line.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(line);
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    // The decision checks whether the values fit their fields.
    return isRecord ? (value as Record<string, FormValue>) : undefined;
  } catch {
    return undefined;
  }
}
