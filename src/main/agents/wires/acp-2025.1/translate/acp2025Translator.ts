import { DialectTranslator } from '#main/agents/wires/acp/translate/dialectTranslator';
import { isGiven } from '#main/agents/wires/acp/translate/tools';
import type { Heard } from '#main/agents/wires/heard';
import {
  identifier,
  isRecord,
  type JsonRecord,
  labelOf,
  makeRoom,
  recordsOf,
} from '#main/agents/wires/json';
import { TITLE_LENGTH } from '#main/agents/wires/limits';
import { cutText } from '#main/base/cutText';
import type { TerminalId } from '#shared/ids';
import type { ContentBlock, PlanItem } from '#shared/session/content';
import type { MessageRole, SessionEvent, ToolFields } from '#shared/session/events';
import { WORDS } from '#shared/session/kinds/bounds';
import { contentFromWire } from './content';
import { callFromWire, outcomeFromWire } from './tools';

/** The id of the plan: the dialect has one plan per session without an id. */
const THE_PLAN = 'plan';

/** The number of remembered commands that have not run and calls that have not ended. */
const ANNOUNCED_COMMANDS = 256;

/** Turns the updates of one session into events: no effects, no clock, and it never throws. */
export class Acp2025Translator extends DialectTranslator {
  /** Tool calls by the command that they announced, until it runs. */
  private readonly announced = new Map<string, string>();
  /** The terminals that belong to the agent's tool calls. */
  private readonly terminals = new Map<string, TerminalId>();

  /** Takes the params of a `session/update`; `type` says what kind of value `data` is. */
  translate(params: unknown): readonly Heard[] {
    if (!isRecord(params) || typeof params.type !== 'string') {
      return [{ type: 'invalid', method: 'session/update', message: 'type must be a string' }];
    }
    const data = isRecord(params.data) ? params.data : null;
    const heard = data && this.known(params.type, data);
    return heard ?? [this.keepUnknown(labelOf(params.type, 'update'), params.data ?? params)];
  }

  /**
   * Handles a command that we run for the agent. It belongs to the tool call that announced the
   * same command; without one it gets its own row.
   */
  commandStarted(terminalId: TerminalId, command: string): readonly SessionEvent[] {
    const content = [{ type: 'terminal', terminalId }] as const;
    const announced = this.announced.get(command);
    if (announced !== undefined) {
      this.announced.delete(command);
      makeRoom(this.terminals, ANNOUNCED_COMMANDS);
      this.terminals.set(announced, terminalId);
      return this.tool(announced, false, { content });
    }
    const fields = { title: cutText(command, TITLE_LENGTH), name: 'terminal', content };
    return this.tool(rowOf(terminalId), true, { ...fields, kind: 'execute' });
  }

  commandEnded(terminalId: TerminalId, exitCode: number | null): readonly SessionEvent[] {
    if ([...this.terminals.values()].includes(terminalId)) return [];
    const status = exitCode === null ? 'cancelled' : exitCode === 0 ? 'completed' : 'failed';
    return this.tool(rowOf(terminalId), false, { status });
  }

  /** Null for an unknown kind, or for data that cannot be read. */
  private known(type: string, data: JsonRecord): readonly SessionEvent[] | null {
    switch (type) {
      case 'agent_message_chunk':
        return this.chunks('agent', data);
      case 'agent_thought_chunk':
        return this.chunks('thought', data);
      case 'tool_call':
        this.announce(data);
        return this.toolCall(data, true, callFromWire(data));
      case 'tool_call_update':
        return this.toolCall(data, false, outcomeFromWire(data));
      case 'plan':
        return this.plan(data);
      default:
        return null;
    }
  }

  private chunks(role: MessageRole, data: JsonRecord): readonly SessionEvent[] | null {
    return blocksOf(data)?.map((content) => this.said(role, content)) ?? null;
  }

  private toolCall(
    data: JsonRecord,
    begins: boolean,
    fields: ToolFields,
  ): readonly SessionEvent[] | null {
    const id = toolId(data.id);
    if (id === null) return null;
    const terminalId = this.terminals.get(id);
    // Keep the command's output: the call's own result does not replace it.
    const content = terminalId && fields.content && [{ type: 'terminal' as const, terminalId }];
    const kept = content ? { ...fields, content: [...content, ...(fields.content ?? [])] } : fields;
    const heard = this.tool(id, begins, kept);
    // The update contains only an unknown status.
    return heard.length === 0 && isGiven(data.status) ? null : heard;
  }

  private announce({ id: told, arguments: given }: JsonRecord): void {
    const id = toolId(told);
    const command = isRecord(given) ? given.command : null;
    if (id === null || typeof command !== 'string' || command.length > WORDS) return;
    makeRoom(this.announced, ANNOUNCED_COMMANDS);
    this.announced.set(command, id);
  }

  private plan(data: JsonRecord): readonly SessionEvent[] | null {
    if (!Array.isArray(data.steps)) return null;
    const items: PlanItem[] = [];
    for (const { description, status } of recordsOf(data.steps)) {
      if (typeof description !== 'string') continue;
      items.push({ content: description, priority: 'medium', status: stepStatus(status) });
    }
    this.messages.end();
    return [{ type: 'plan.updated', planId: THE_PLAN, body: { type: 'items', items } }];
  }
}

function rowOf(terminalId: TerminalId): string {
  return `terminal ${terminalId}`;
}

/**
 * Accepts text and numbers: in the specification's examples most ids are text, but those of plan
 * steps are numbers.
 */
function toolId(id: unknown): string | null {
  return Number.isSafeInteger(id) ? String(id) : identifier(id);
}

function stepStatus(value: unknown): PlanItem['status'] {
  return value === 'in_progress' || value === 'completed' ? value : 'pending';
}

/**
 * A chunk is a text, a content block, or an object with blocks in `content`. Null for anything
 * else.
 */
function blocksOf(data: JsonRecord): readonly ContentBlock[] | null {
  if (typeof data.text === 'string') return textBlocks(data.text);
  // The resource block has its text under `content`.
  const block = typeof data.type === 'string' ? contentFromWire(data) : null;
  if (block) return [block];
  if (typeof data.content === 'string') return textBlocks(data.content);
  const listed = Array.isArray(data.content) ? data.content : [data.content ?? data];
  const blocks = listed.map(contentFromWire);
  return blocks.every((block) => block !== null) ? blocks : null;
}

function textBlocks(text: string): readonly ContentBlock[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
