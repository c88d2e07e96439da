import { cutText } from '#main/base/cutText';
import { ownText } from '#main/base/ownText';
import type { TerminalId, ToolCallId } from '#shared/ids';
import type { ToolKind, ToolLocation } from '#shared/session/content';
import type { ToolFields } from '#shared/session/events';
import { plainCommand } from '#shared/terminal/plainCommand';
import { withoutFolders } from '#shared/text/withoutFolders';
import type { Heard } from '../../heard';
import { type JsonRecord, jsonText, type Mutable, recordsOf, textOr } from '../../json';
import { TITLE_LENGTH } from '../../limits';
import { TerminalTail } from '../../terminalTail';

/** The display fields of a command, based on its purpose if Codex recognised it. */
export function commandFields(item: JsonRecord, folder: string): ToolFields {
  const command = commandText(item.command);
  const actions = recordsOf(item.commandActions ?? item.parsedCmd);
  const fields: Mutable<ToolFields> = {
    title:
      cutText(withoutFolders(plainCommand(command), [folder]), TITLE_LENGTH) || 'Run a command',
    kind: kindOf(actions),
    input: jsonText({ command, cwd: textOr(item.cwd, '') }),
  };
  const locations = actions.flatMap(({ type, path }): readonly ToolLocation[] =>
    type === 'read' && typeof path === 'string' ? [{ path }] : [],
  );
  if (locations.length > 0) fields.locations = locations;
  return fields;
}

/** The command as text; the older protocol sends a list of words. */
export function commandText(command: unknown): string {
  if (Array.isArray(command)) return command.filter((word) => typeof word === 'string').join(' ');
  return textOr(command, '');
}

function kindOf(actions: readonly JsonRecord[]): ToolKind {
  const types = new Set(actions.map(({ type }) => type));
  if (types.size !== 1) return 'execute';
  if (types.has('read')) return 'read';
  return types.has('search') || types.has('listFiles') || types.has('list_files')
    ? 'search'
    : 'execute';
}

/** The terminal of one command. It starts with the first output, or when the command ends. */
export class CommandTerminal {
  private readonly tail = new TerminalTail();
  private readonly terminalId: TerminalId;
  private length = 0;
  private hasStarted = false;

  constructor(
    private readonly toolCallId: ToolCallId,
    private readonly command: string,
    private readonly cwd: string,
  ) {
    this.terminalId = toolCallId as string as TerminalId;
  }

  print(data: string): readonly Heard[] {
    if (data === '') return [];
    this.length += data.length;
    this.tail.append(data);
    return [...this.start(), { type: 'terminal.data', terminalId: this.terminalId, data }];
  }

  end(item: JsonRecord): readonly Heard[] {
    // This is the whole output: add the part that was not streamed.
    const output = textOr(item.aggregatedOutput, '');
    const rest = output.length > this.length ? ownText(output.slice(this.length)) : '';
    const { exitCode } = item;
    return [
      ...this.start(),
      ...this.print(rest),
      {
        type: 'terminal.ended',
        terminalId: this.terminalId,
        exitCode: Number.isSafeInteger(exitCode) ? (exitCode as number) : null,
        signal: null,
        tail: this.tail.text,
        truncated: this.tail.truncated,
      },
    ];
  }

  private start(): readonly Heard[] {
    if (this.hasStarted) return [];
    this.hasStarted = true;
    const { terminalId, toolCallId, command, cwd } = this;
    const content = [{ type: 'terminal' as const, terminalId }];
    return [
      { type: 'terminal.started', terminalId, command, args: [], cwd, owner: 'agent' },
      { type: 'tool.updated', toolCallId, content },
    ];
  }
}
