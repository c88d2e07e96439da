import type { AgentSessionId, IdSource, ToolCallId } from '#shared/ids';
import type { EventOf, SessionEvent, ToolFields } from '#shared/session/events';
import { PATH } from '#shared/session/kinds/bounds';
import { plainCommand } from '#shared/terminal/plainCommand';
import type { Heard } from '../../heard';
import type { Mutable } from '../../json';
import {
  identifier,
  isRecord,
  type JsonRecord,
  makeRoom,
  recordsOf,
  textOr,
  textsOf,
} from '../../json';
import { Remembered } from '../../remembered';
import { OPEN_ITEMS } from '../limits';
import { CommandTerminal, commandFields, commandText } from './commandItems';
import { changeFields, changesFrom } from './fileChanges';
import { PlanItems } from './planItems';
import { SpokenItems } from './spokenItems';
import { statusFrom, toolItemFields } from './toolItems';

type Phase = 'started' | 'completed';

const nothing: readonly Heard[] = [];

/** The items of one thread: messages, plans, commands and changes. */
export class ItemTranslator {
  readonly spoken: SpokenItems;
  /** The thread's working folder, which is left out of displayed paths. */
  folder = '';
  /** The files that this turn's edits have reported. */
  readonly changedPaths = new Set<string>();
  private readonly plans: PlanItems;
  private readonly terminals = new Remembered<CommandTerminal>(OPEN_ITEMS);
  /** The fields of calls for which permission may still be requested. */
  private readonly fields = new Remembered<ToolFields>(OPEN_ITEMS);
  /** Keeps the ids of a subagent separate from those of its parent thread. */
  private readonly scope: string;

  constructor(
    ids: IdSource,
    private readonly subagent: AgentSessionId | null,
  ) {
    this.scope = subagent === null ? '' : `${subagent}/`;
    this.spoken = new SpokenItems(ids, subagent);
    this.plans = new PlanItems(this.scope);
  }

  nextTurn(): void {
    this.spoken.nextTurn();
    this.terminals.clear();
    this.fields.clear();
    this.changedPaths.clear();
  }

  toolCallId(id: string): ToolCallId {
    return `${this.scope}${id}` as string as ToolCallId;
  }

  /** The fields sent for the call so far, for a permission request that does not repeat them. */
  known(id: string): ToolFields {
    return this.fields.get(id) ?? {};
  }

  /** Null for an item of an unknown kind or without an id. */
  translate(item: JsonRecord, phase: Phase): readonly Heard[] | null {
    const isOver = phase === 'completed';
    switch (item.type) {
      // This is our own prompt, or Codex's own text for the model.
      case 'userMessage':
      case 'hookPrompt':
        return nothing;
      case 'agentMessage':
        return isOver ? this.spoken.message(item) : nothing;
      case 'reasoning':
        return isOver ? this.spoken.thought(item) : nothing;
      case 'plan':
        return isOver ? this.plans.whole(item) : nothing;
      case 'commandExecution':
        return this.command(item, isOver);
      case 'fileChange':
        return this.tool(item, this.changes(item.changes), isOver);
      case 'contextCompaction':
        return this.compaction(item, isOver);
      case 'enteredReviewMode':
        return nothing;
      case 'exitedReviewMode':
        return isOver ? this.spoken.message({ ...item, text: item.review }) : nothing;
      case 'subAgentActivity':
        return subagentsFrom(item);
      default: {
        const fields = toolItemFields(item);
        const told = fields && this.tool(item, fields, isOver);
        return told && [...told, ...subagentsFrom(item)];
      }
    }
  }

  /** Shows an item of an earlier turn in its final state. */
  replay(item: JsonRecord): readonly Heard[] | null {
    if (item.type !== 'userMessage') return this.translate(item, 'completed');
    const text = recordsOf(item.content)
      .map((part) => textOr(part.text, ''))
      .filter((words) => words !== '')
      .join('\n');
    return this.spoken.fromUser(item, text);
  }

  planPiece(params: JsonRecord): readonly Heard[] {
    return this.plans.piece(params);
  }

  print(itemId: unknown, data: unknown): readonly Heard[] {
    const id = identifier(itemId);
    if (id === null || typeof data !== 'string') return nothing;
    return this.marked(this.terminals.get(id)?.print(data) ?? nothing);
  }

  /** Shows a patch that is still being written. */
  patchUpdated(params: JsonRecord): readonly Heard[] {
    const id = identifier(params.itemId);
    if (id === null) return nothing;
    return [this.updated(id, this.changes(params.changes))];
  }

  progress(params: JsonRecord): readonly Heard[] {
    const id = identifier(params.itemId);
    const text = textOr(params.message, '');
    if (id === null || text === '') return nothing;
    return [this.updated(id, { content: [{ type: 'content', content: { type: 'text', text } }] })];
  }

  private changes(value: unknown): ToolFields {
    const changes = changesFrom(value);
    for (const { path, movedTo } of changes) {
      if (path.length > PATH || (movedTo?.length ?? 0) > PATH) continue;
      makeRoom(this.changedPaths, OPEN_ITEMS);
      this.changedPaths.add(path).add(movedTo ?? path);
    }
    return changeFields(changes, this.folder);
  }

  private command(item: JsonRecord, isOver: boolean): readonly Heard[] | null {
    const id = identifier(item.id);
    const told = this.tool(item, commandFields(item, this.folder), isOver);
    if (id === null || told === null) return null;
    const terminal = this.terminals.get(id) ?? this.terminalOf(id, item);
    if (!isOver) return told;
    this.terminals.delete(id);
    // A refused command never ran.
    return item.status === 'declined' ? told : [...told, ...this.marked(terminal.end(item))];
  }

  private terminalOf(id: string, item: JsonRecord): CommandTerminal {
    const command = plainCommand(commandText(item.command));
    const terminal = new CommandTerminal(this.toolCallId(id), command, textOr(item.cwd, ''));
    this.terminals.set(id, terminal);
    return terminal;
  }

  private tool(item: JsonRecord, fields: ToolFields, isOver: boolean): readonly Heard[] | null {
    const id = identifier(item.id);
    if (id === null) return null;
    this.spoken.pause();
    return [this.updated(id, { ...fields, status: statusFrom(item.status, isOver) })];
  }

  private compaction(item: JsonRecord, isOver: boolean): readonly Heard[] | null {
    const id = identifier(item.id);
    if (id === null) return null;
    this.spoken.pause();
    const status = isOver ? 'completed' : 'in_progress';
    return [{ type: 'compaction.updated', compactionId: `${this.scope}${id}`, status }];
  }

  private updated(id: string, fields: ToolFields): SessionEvent {
    this.fields.set(id, { ...this.fields.get(id), ...fields });
    const event = { type: 'tool.updated' as const, toolCallId: this.toolCallId(id), ...fields };
    return this.subagent === null ? event : { ...event, subagent: this.subagent };
  }

  private marked(heard: readonly Heard[]): readonly Heard[] {
    const { subagent } = this;
    if (subagent === null) return heard;
    return heard.map((item) => (item.type === 'tool.updated' ? { ...item, subagent } : item));
  }
}

/** The subagents that an item reports. */
function subagentsFrom(item: JsonRecord): readonly SessionEvent[] {
  if (item.type === 'subAgentActivity') return activity(item);
  if (item.type !== 'collabAgentToolCall') return [];
  const states = isRecord(item.agentsStates) ? item.agentsStates : {};
  const isSpawn = item.tool === 'spawnAgent';
  return textsOf(item.receiverThreadIds).flatMap((thread) => {
    const id = identifier(thread);
    if (id === null) return [];
    const told = Object.hasOwn(states, id) ? states[id] : undefined;
    const event = updated(id);
    if (isRecord(told) && typeof told.status === 'string') event.state = told.status;
    const [line = ''] = textOr(item.prompt, '').split('\n', 1);
    if (isSpawn && line !== '') event.title = line;
    return [event];
  });
}

function activity({ agentThreadId, agentPath, kind }: JsonRecord): readonly SessionEvent[] {
  const id = identifier(agentThreadId);
  if (id === null) return [];
  const event = updated(id);
  if (kind === 'completed' || kind === 'interrupted') event.state = kind;
  else event.state = 'running';
  if (typeof agentPath === 'string' && agentPath !== '') event.title = agentPath;
  return [event];
}

function updated(id: string): Mutable<EventOf<'subagent.updated'>> {
  return { type: 'subagent.updated', subagent: id as string as AgentSessionId };
}
