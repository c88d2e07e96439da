import type { AgentSessionId, ToolCallId } from '#shared/ids';
import type { ToolContent, ToolStatus } from '#shared/session/content';
import type { SessionEvent, ToolFields } from '#shared/session/events';
import type { Heard } from '../../heard';
import { identifier, isRecord, type JsonRecord, recordsOf, textOr } from '../../json';
import { KNOWN_TOOLS } from '../../limits';
import { Remembered } from '../../remembered';
import { commandRun, isCommandTool } from './commandOutput';
import { resultContent } from './contentBlocks';
import { editFromResult, isEditTool } from './fileEdits';
import { isPlanTool, TaskPlan } from './taskPlan';
import { toolFields } from './toolFields';

interface KnownCall {
  readonly name: string;
  readonly input: JsonRecord;
  readonly subagent: AgentSessionId | null;
  /** The change that the user was asked about; it stays visible if the tool then fails. */
  readonly proposed?: ToolContent;
}

/** The parts of a result that are outside its message. */
export interface ToolResultDetails {
  readonly details: unknown;
  readonly meta: unknown;
}

/** The tool calls of one session, from the name to the result. */
export class ClaudeToolCalls {
  private readonly calls = new Remembered<KnownCall>(KNOWN_TOOLS);
  private readonly plan = new TaskPlan('plan');

  /** The session's working folder, which is left out of displayed paths. */
  folder = '';

  /** Null if the block names no call. An input that is still being written counts as empty. */
  begin(block: JsonRecord, subagent: AgentSessionId | null): readonly SessionEvent[] | null {
    const id = identifier(block.id);
    const name = identifier(block.name);
    if (id === null || name === null) return null;
    const input = isRecord(block.input) ? block.input : {};
    const known = this.calls.get(id);
    const call = { name, input, subagent: known?.subagent ?? subagent };
    this.calls.set(id, call);
    if (isPlanTool(name)) return this.plan.begun(name, input);
    const fields = toolFields(name, input, this.folder);
    const status = known ? {} : { status: 'pending' as const };
    return [toolUpdated(id, call.subagent, { ...fields, ...status })];
  }

  isKnown(id: unknown): boolean {
    return typeof id === 'string' && this.calls.has(id);
  }

  /** The call with this id; a permission request may be the first message about it. */
  look(id: string, name: string, input: JsonRecord): KnownCall {
    const known = this.calls.get(id);
    const merged = { ...known?.input, ...input };
    const call = { ...known, name, input: merged, subagent: known?.subagent ?? null };
    this.calls.set(id, call);
    return call;
  }

  propose(id: string, proposed: ToolContent): void {
    const call = this.calls.get(id);
    if (call) this.calls.set(id, { ...call, proposed });
  }

  /** Null if the block names no call. */
  end(block: JsonRecord, { details, meta }: ToolResultDetails): readonly Heard[] | null {
    const id = identifier(block.tool_use_id);
    if (id === null) return null;
    const known = this.calls.get(id);
    const call = known ?? { name: '', input: {}, subagent: null };
    this.calls.delete(id);
    const isError = block.is_error === true;
    const { content } = block;
    if (isPlanTool(call.name) && !isError) return this.plan.done(call.name, call.input, details);
    const status = isError ? failureOf(id, meta) : 'completed';
    if (isCommandTool(call.name)) {
      const command = textOr(call.input.command, '');
      const result = { content, isError, details };
      const run = commandRun(id as string as ToolCallId, command, this.folder, result);
      if (run) {
        const updated = toolUpdated(id, call.subagent, { status, content: run.content });
        return [...run.before, updated, ...run.after];
      }
    }
    const shown = contentOf(call, content, isError, details);
    const fields = shown.length > 0 ? { status, content: shown } : { status };
    const title = known ? {} : { title: 'Tool call' };
    return [toolUpdated(id, call.subagent, { ...title, ...fields })];
  }
}

function contentOf(
  { name, proposed }: KnownCall,
  content: unknown,
  isError: boolean,
  details: unknown,
): readonly ToolContent[] {
  if (isEditTool(name) && !isError) {
    // A successful edit shows only the edit.
    const edit = editFromResult(details);
    return edit ? [edit] : [];
  }
  const shown = resultContent(content).map(
    (block): ToolContent => ({ type: 'content', content: block }),
  );
  return proposed ? [proposed, ...shown] : shown;
}

export function toolUpdated(
  id: string,
  subagent: AgentSessionId | null,
  fields: ToolFields,
): SessionEvent {
  const toolCallId = id as string as ToolCallId;
  const event = { type: 'tool.updated' as const, toolCallId, ...fields };
  return subagent === null ? event : { ...event, subagent };
}

/** The status of a failed call: a call that the user rejected was cancelled and did not fail. */
function failureOf(id: string, meta: unknown): ToolStatus {
  const about = recordsOf(meta).find((item) => item.id === id);
  return about?.non_execution_kind === 'user-rejected' ? 'cancelled' : 'failed';
}
