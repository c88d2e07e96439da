import { COMPARED_LENGTH, HEARD_LENGTH, HELD_PROMPT_CHARACTERS } from '#main/host/limits';
import type { TurnId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import { entryId } from '#shared/session/entries';
import type { EventOf, SessionEvent, TurnEndReason } from '#shared/session/events';
import type { KeptState } from '#shared/session/state';
import { charactersIn } from '#shared/text/charactersIn';

/** Replayed facts about the session as a whole are always new. */
const alwaysNews = new Set<SessionEvent['type']>([
  'commands.updated',
  'modes.updated',
  'mode.changed',
  'options.updated',
  'usage.updated',
  'session.titled',
]);

/** Gemini CLI replays the results of its tools as if the user had said them. */
const TOOL_ECHO = /^\[Function Response: [^\]]*\]$/;

interface ExpectedPrompt {
  readonly text: string;
  /**
   * False for a prompt that was cut short or sent while a turn ran: agents may not have kept it.
   */
  readonly isCertain: boolean;
}

interface HeardPrompt {
  readonly id: string;
  readonly events: SessionEvent[];
  characters: number;
  text: string;
}

/**
 * Listens while an agent repeats a conversation. Our log is the authoritative copy, so known
 * content is dropped, and later turns taken elsewhere are passed on. Agents cut, trim and extend
 * their history, so only the user's messages must agree, in order. Holds one prompt at a time.
 */
export class Replay {
  private readonly expected: readonly ExpectedPrompt[];
  private readonly mayGoBeyond: boolean;
  private next = 0;
  private found = 0;
  private heard = 0;
  private message: HeardPrompt | null = null;
  private isBeyondLog: boolean;

  /**
   * `onCaughtUp` is called if the conversation agrees only after `finish` reported that it does
   * not.
   */
  constructor(
    state: KeptState,
    private readonly pass: (events: readonly SessionEvent[]) => void,
    private readonly onCaughtUp: () => void = () => undefined,
  ) {
    this.expected = promptsIn(state);
    const isEmpty = state.order.every((id) => state.entries.get(id)?.kind !== 'message');
    // Beyond the point that the user chose to leave behind, old and new cannot be told apart.
    this.mayGoBeyond = isEmpty || this.expected.length > 0;
    this.isBeyondLog = isEmpty;
  }

  /** Whether the agent has repeated any of the user's messages. */
  get hasHeard(): boolean {
    return this.heard > 0;
  }

  get promptsHeard(): number {
    return this.heard;
  }

  /** Whether all of the user's messages were repeated. */
  get isWhole(): boolean {
    return this.expected.slice(this.next).every(({ isCertain }) => !isCertain);
  }

  ingest(events: readonly SessionEvent[]): void {
    for (const event of events) this.hear(event);
  }

  /** How much of the conversation the agent has, as far as it was replayed. */
  finish(): EventOf<'continuity.checked'> {
    this.endMessage();
    const expectedMessages = this.expected.length;
    const verdict = this.isWhole ? 'holds' : 'differs';
    return {
      type: 'continuity.checked',
      verdict,
      expectedMessages,
      foundMessages: this.found,
      message: this.isWhole ? this.wordsOfAgreement() : this.wordsOfLoss(),
    };
  }

  private wordsOfAgreement(): string {
    // A conversation that began elsewhere is not in our log.
    if (this.expected.length === 0)
      return `The agent has this conversation (${count(this.heard)}).`;
    const missing = this.expected.length - this.found;
    const words = `The agent has this conversation (${count(this.found)})`;
    if (missing === 0) return `${words}.`;
    return `${words}, but not ${missing === 1 ? 'the one' : `${missing}`} that was cut short.`;
  }

  private wordsOfLoss(): string {
    const total = count(this.expected.length);
    return `The agent no longer has this conversation: it knows ${this.found} of ${total}.`;
  }

  private hear(event: SessionEvent): void {
    if (alwaysNews.has(event.type)) {
      this.pass([event]);
    } else if (event.type === 'message.appended' && event.role === 'user') {
      if (!TOOL_ECHO.test(textOf([event.content]))) this.hearPrompt(event);
    } else {
      this.endMessage();
      if (this.isBeyondLog) this.pass([event]);
    }
  }

  private hearPrompt(event: EventOf<'message.appended'>): void {
    if (event.messageId !== this.message?.id) {
      this.endMessage();
      this.heard++;
      this.message = { id: event.messageId, events: [], characters: 0, text: '' };
    }
    if (this.isBeyondLog) {
      this.pass([event]);
      return;
    }
    this.message.characters += charactersIn(event);
    if (this.message.characters <= HELD_PROMPT_CHARACTERS) this.message.events.push(event);
    if (this.message.text.length < HEARD_LENGTH) this.message.text += textOf([event.content]);
  }

  private endMessage(): void {
    const { message } = this;
    this.message = null;
    if (message === null || this.isBeyondLog) return;
    const wasWhole = this.isWhole;
    if (this.match(comparable(message.text, HEARD_LENGTH))) {
      if (!wasWhole && this.isWhole) this.onCaughtUp();
      return;
    }
    if (!wasWhole || !this.mayGoBeyond) return;
    this.isBeyondLog = true;
    this.pass(message.events);
    const lastOfIt = message.events.at(-1);
    const isCut = message.characters > HELD_PROMPT_CHARACTERS;
    if (!isCut || lastOfIt?.type !== 'message.appended') return;
    this.pass([{ ...lastOfIt, content: { type: 'text', text: ' … (truncated)' } }]);
  }

  /**
   * Matches a message, which may contain several prompts: agents join prompts without an answer in
   * between.
   */
  private match(text: string): boolean {
    let from = 0;
    let hasMatched = false;
    for (let index = this.next; index < this.expected.length; index++) {
      const prompt = this.expected[index];
      if (prompt === undefined) break;
      const at = text.indexOf(prompt.text, from);
      if (at >= 0) {
        from = at + prompt.text.length;
        hasMatched = true;
        this.found++;
        this.next = index + 1;
      } else if (prompt.isCertain) {
        break;
      }
    }
    return hasMatched;
  }
}

/** The user's prompts since the agent last started afresh with the user's consent. */
function promptsIn(state: KeptState): readonly ExpectedPrompt[] {
  const prompts: ExpectedPrompt[] = [];
  const turns = new Set<TurnId>();
  for (const id of state.order) {
    const entry = state.entries.get(id);
    if (entry?.kind === 'continuity' && entry.verdict === 'unverified') prompts.length = 0;
    if (entry?.kind !== 'message' || entry.role !== 'user' || entry.subagent !== null) continue;
    const { turnId } = entry;
    const isFirstOfTurn = turnId === null || !turns.has(turnId);
    if (turnId !== null) turns.add(turnId);
    prompts.push({
      text: comparable(textOf(entry.blocks), COMPARED_LENGTH),
      isCertain: isFirstOfTurn && (turnId === null || hasFinished(state, turnId)),
    });
  }
  return prompts;
}

/** Ends of turns whose prompt agents may not have kept; ACP says that a refused one is left out. */
const uncertain: ReadonlySet<TurnEndReason> = new Set([
  'failed',
  'interrupted',
  'cancelled',
  'refusal',
]);

function hasFinished(state: KeptState, turnId: TurnId): boolean {
  const end = state.entries.get(entryId('turn-end', turnId));
  return end?.kind === 'turn-end' && !uncertain.has(end.reason);
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function comparable(text: string, length: number): string {
  return text.slice(0, length).replace(/\s+/g, ' ').trim();
}

function count(prompts: number): string {
  return prompts === 1 ? '1 prompt' : `${prompts} prompts`;
}
