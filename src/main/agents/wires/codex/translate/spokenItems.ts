import type { AgentSessionId, IdSource } from '#shared/ids';
import type { MessageRole, SessionEvent } from '#shared/session/events';
import { identifier, type JsonRecord, makeRoom, textOr, textsOf } from '../../json';
import { MessageIds } from '../../messageIds';
import { ToldText } from '../../toldText';
import { OPEN_ITEMS } from '../limits';

interface SpokenItem {
  readonly told: ToldText;
  /** The number of the thought's paragraph; paragraphs arrive without a break between them. */
  part: unknown;
}

/** The name of items that Codex does not name. */
const UNNAMED = 'unnamed';

/** Messages and thoughts, which are streamed in pieces and then repeated as a whole. */
export class SpokenItems {
  private readonly messages: MessageIds;
  private readonly open = new Map<string, SpokenItem>();

  constructor(
    ids: IdSource,
    private readonly subagent: AgentSessionId | null,
  ) {
    this.messages = new MessageIds(ids);
  }

  nextTurn(): void {
    this.messages.nextTurn();
    this.open.clear();
  }

  /** Ends the current message: another entry comes before the next text. */
  pause(): void {
    this.messages.end();
  }

  piece(role: MessageRole, params: JsonRecord, part?: unknown): readonly SessionEvent[] {
    // Text without an id is still text.
    const id = identifier(params.itemId) ?? UNNAMED;
    const delta = textOr(params.delta, '');
    if (delta === '') return [];
    const item = this.item(id);
    const gap = item.told.length > 0 && part !== item.part ? '\n\n' : '';
    item.part = part;
    item.told.add(gap + delta);
    return this.say(role, id, gap + delta);
  }

  message(item: JsonRecord): readonly SessionEvent[] {
    return this.whole('agent', item, textOr(item.text, ''));
  }

  thought(item: JsonRecord): readonly SessionEvent[] {
    const summary = textsOf(item.summary).join('\n\n');
    return this.whole(
      'thought',
      item,
      summary === '' ? textsOf(item.content).join('\n\n') : summary,
    );
  }

  /** A user's message in a replayed history. */
  fromUser(item: JsonRecord, text: string): readonly SessionEvent[] {
    return this.whole('user', item, text);
  }

  private whole(role: MessageRole, item: JsonRecord, text: string): readonly SessionEvent[] {
    const id = identifier(item.id) ?? UNNAMED;
    const told = this.open.get(id)?.told;
    this.open.delete(id);
    const rest = told === undefined ? text : told.restOf(text);
    return rest === null ? [] : this.say(role, id, rest);
  }

  private say(role: MessageRole, id: string, text: string): readonly SessionEvent[] {
    if (text === '') return [];
    const messageId = this.messages.of(role, id);
    const content = { type: 'text' as const, text };
    const event = { type: 'message.appended' as const, messageId, role, content };
    return [this.subagent === null ? event : { ...event, subagent: this.subagent }];
  }

  private item(id: string): SpokenItem {
    const known = this.open.get(id);
    if (known) return known;
    makeRoom(this.open, OPEN_ITEMS);
    const item = { told: new ToldText(), part: undefined };
    this.open.set(id, item);
    return item;
  }
}
