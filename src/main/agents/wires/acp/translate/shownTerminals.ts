import { AGENT_TERMINALS, CLIENT_TERMINALS } from '#main/agents/wires/acp/limits';
import type { Heard } from '#main/agents/wires/heard';
import {
  identifier,
  isRecord,
  type JsonRecord,
  jsonText,
  makeRoom,
  recordsOf,
  textOr,
  textsOf,
} from '#main/agents/wires/json';
import { TerminalTail } from '#main/agents/wires/terminalTail';
import { beginningOf } from '#main/base/cutText';
import type { TerminalId } from '#shared/ids';
import type { ToolContent } from '#shared/session/content';
import type { EventOf } from '#shared/session/events';
import { PATH, WORDS } from '#shared/session/kinds/bounds';
import { outputText } from '#shared/session/tool/outputText';
import type { KnownTool } from './knownTools';

interface AgentTerminal {
  readonly toolCallId: string;
  /** The last reported state. */
  command: string;
  cwd: string;
  readonly tail: TerminalTail;
  ended: boolean;
}

/** Terminal events around the tool call with which they arrived. */
export interface AroundTool {
  readonly before: readonly Heard[];
  readonly after: readonly Heard[];
  /** Terminals that started with this update. */
  readonly shown: readonly ToolContent[];
}

/**
 * Commands that the agent runs itself and tells us about in `_meta` of a tool call
 * (`terminal_info`, `terminal_output`, `terminal_output_delta`, `terminal_exit`).
 */
export class ShownTerminals {
  private readonly terminals = new Map<TerminalId, AgentTerminal>();
  private readonly ours = new Set<string>();
  /** Ids of terminals and the tool calls that show them. */
  private readonly named = new Map<string, string>();

  /** Marks a terminal as run by us, so that only we report its output. */
  claim(terminalId: string): void {
    makeRoom(this.ours, CLIENT_TERMINALS);
    this.ours.add(terminalId);
  }

  /** Null if no terminal is mentioned. */
  hear(update: JsonRecord, tool: KnownTool): AroundTool | null {
    const meta = isRecord(update._meta) ? update._meta : {};
    const { terminal_info: info, terminal_exit: exit } = meta;
    const retold = this.retold(update, tool);
    const before: EventOf<'terminal.started'>[] = [];
    const after: Heard[] = [];
    if (isRecord(info)) this.start(info, update, tool, before);
    this.noteNamed(update, tool);
    for (const output of [meta.terminal_output, meta.terminal_output_delta]) {
      if (!isRecord(output) || typeof output.data !== 'string') continue;
      const terminal = this.start(output, update, tool, before);
      if (terminal) after.push(...this.append(terminal, output.data));
    }
    if (isRecord(exit)) {
      const terminal = this.start(exit, update, tool, before);
      if (terminal) after.push(this.end(terminal, exit.exit_code, exit.signal));
    } else if (tool.isOver) {
      for (const about of this.unstarted(tool)) this.start(about, update, tool, before);
      after.push(...this.endOf(tool.toolCallId, update.rawOutput));
    }
    if (retold.length === 0 && before.length === 0 && after.length === 0) return null;
    const shown = before.map(({ terminalId }) => ({ type: 'terminal' as const, terminalId }));
    return { before: [...retold, ...before], after, shown };
  }

  /**
   * Remembers terminals that a tool call names: some are never announced, and only their output
   * arrives, at the end.
   */
  private noteNamed({ content }: JsonRecord, { toolCallId }: KnownTool): void {
    for (const { type, terminalId } of recordsOf(content)) {
      const id = type === 'terminal' ? identifier(terminalId) : null;
      if (id === null || this.ours.has(id)) continue;
      makeRoom(this.named, AGENT_TERMINALS);
      this.named.set(id, toolCallId);
    }
  }

  private unstarted({ toolCallId }: KnownTool): readonly JsonRecord[] {
    const ids = [...this.named].flatMap(([id, call]) => (call === toolCallId ? [id] : []));
    for (const id of ids) this.named.delete(id);
    const isUnknown = (id: string) => !this.terminals.has(id as TerminalId) && !this.ours.has(id);
    return ids.filter(isUnknown).map((id) => ({ terminal_id: id }));
  }

  /** Null for a terminal that the agent does not run itself. */
  private start(
    about: JsonRecord,
    update: JsonRecord,
    tool: KnownTool,
    started: EventOf<'terminal.started'>[],
  ): TerminalId | null {
    const { toolCallId, title } = tool;
    const terminalId = (identifier(about.terminal_id) ?? toolCallId) as string as TerminalId;
    if (this.ours.has(terminalId)) return null;
    if (this.terminals.has(terminalId)) return terminalId;
    makeRoom(this.terminals, AGENT_TERMINALS);
    const input = isRecord(update.rawInput) ? update.rawInput : {};
    const command = commandIn(input) ?? title;
    const cwd = textOr(about.cwd, textOr(input.cwd, ''));
    this.terminals.set(terminalId, {
      toolCallId,
      ...kept(command, cwd),
      tail: new TerminalTail(),
      ended: false,
    });
    started.push(startedWith(terminalId, command, cwd));
    return terminalId;
  }

  /**
   * Updates the command: some agents show the terminal before the model has written the command.
   */
  private retold(update: JsonRecord, { toolCallId }: KnownTool): readonly Heard[] {
    const input = isRecord(update.rawInput) ? update.rawInput : {};
    const heard: Heard[] = [];
    for (const [terminalId, terminal] of this.terminals) {
      if (terminal.toolCallId !== toolCallId || terminal.ended) continue;
      const command = commandIn(input) ?? terminal.command;
      const cwd = terminal.cwd || textOr(input.cwd, '');
      const now = kept(command, cwd);
      if (now.command === terminal.command && now.cwd === terminal.cwd) continue;
      Object.assign(terminal, now);
      heard.push(startedWith(terminalId, command, cwd));
    }
    return heard;
  }

  private append(terminalId: TerminalId, data: string): readonly Heard[] {
    const terminal = this.terminals.get(terminalId);
    if (!terminal || data === '') return [];
    terminal.tail.append(data);
    terminal.ended = false;
    return [{ type: 'terminal.data', terminalId, data }];
  }

  private end(terminalId: TerminalId, exitCode: unknown, signal: unknown): Heard {
    const terminal = this.terminals.get(terminalId);
    if (terminal) terminal.ended = true;
    return {
      type: 'terminal.ended',
      terminalId,
      exitCode: Number.isSafeInteger(exitCode) ? (exitCode as number) : null,
      signal: textOr(signal, null),
      tail: terminal?.tail.text ?? '',
      truncated: terminal?.tail.truncated ?? false,
    };
  }

  /** Ends a finished tool call's commands, even if the agent did not report their end. */
  private endOf(toolCallId: string, output: unknown): readonly Heard[] {
    const heard: Heard[] = [];
    for (const [terminalId, terminal] of this.terminals) {
      if (terminal.toolCallId !== toolCallId || terminal.ended) continue;
      const printed = terminal.tail.text === '' ? printedIn(output) : null;
      if (printed !== null) terminal.tail.append(printed);
      heard.push(this.end(terminalId, isRecord(output) ? output.exit_code : null, null));
    }
    return heard;
  }
}

/** The part that is kept in the transcript. */
function kept(command: string, cwd: string): Pick<AgentTerminal, 'command' | 'cwd'> {
  return { command: beginningOf(command, WORDS), cwd: beginningOf(cwd, PATH) };
}

function startedWith(
  terminalId: TerminalId,
  command: string,
  cwd: string,
): EventOf<'terminal.started'> {
  return { type: 'terminal.started', terminalId, command, args: [], cwd, owner: 'agent' };
}

/** A program with its arguments, or a shell's command line. */
function commandIn({ command }: JsonRecord): string | null {
  if (typeof command === 'string' && command !== '') return command;
  const words = textsOf(command);
  return words.length === 0 ? null : words.join(' ');
}

/** The output of a command if it is reported only with the result of its tool call. */
function printedIn(output: unknown): string | null {
  return output === undefined || output === null ? null : outputText(jsonText(output));
}
