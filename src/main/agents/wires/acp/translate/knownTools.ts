import { cutText } from '#main/base/cutText';
import type { ToolCallId } from '#shared/ids';
import type { ToolFields } from '#shared/session/events';
import { isEnded } from '#shared/session/reduceHead';
import { makeRoom } from '../../json';
import { KNOWN_TOOLS, TITLE_LENGTH } from '../../limits';

/** What is known of a tool call, as needed to read its later updates. */
export interface KnownTool {
  readonly toolCallId: ToolCallId;
  readonly turn: number;
  title: string;
  hasContent: boolean;
  isOver: boolean;
}

export interface MetTool {
  readonly tool: KnownTool;
  readonly isNew: boolean;
}

/**
 * Distinguishes new tool calls from updates, since agents start them in three ways. An id that
 * starts again in a later turn is a new call, because some agents restart their numbering with each
 * turn.
 */
export class KnownTools {
  private readonly tools = new Map<string, KnownTool>();
  private turn = 0;

  constructor(private readonly scope: string) {}

  nextTurn(): void {
    this.turn++;
  }

  idOf(id: string): ToolCallId {
    return this.tools.get(id)?.toolCallId ?? this.scoped(id);
  }

  /** `begins`: whether the agent says explicitly that the call is new. */
  meet(id: string, begins: boolean): MetTool {
    const known = this.tools.get(id);
    if (known && !(begins && known.turn !== this.turn)) return { tool: known, isNew: false };
    makeRoom(this.tools, KNOWN_TOOLS);
    const tool: KnownTool = {
      toolCallId: this.scoped(known ? `${id}#${this.turn}` : id),
      turn: this.turn,
      title: '',
      hasContent: false,
      isOver: false,
    };
    this.tools.set(id, tool);
    return { tool, isNew: true };
  }

  private scoped(id: string): ToolCallId {
    return `${this.scope}${id}` as string as ToolCallId;
  }
}

export function remember(tool: KnownTool, fields: ToolFields): void {
  if (fields.title !== undefined) tool.title = cutText(fields.title, TITLE_LENGTH);
  if (fields.content && fields.content.length > 0) tool.hasContent = true;
  if (fields.status !== undefined) tool.isOver = isEnded(fields.status);
}
