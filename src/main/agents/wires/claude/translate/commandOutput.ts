import { ownText } from '#main/base/ownText';
import type { TerminalId, ToolCallId } from '#shared/ids';
import type { ToolContent } from '#shared/session/content';
import type { Heard } from '../../heard';
import { isRecord } from '../../json';
import { TerminalTail } from '../../terminalTail';
import { resultText } from './contentBlocks';

interface Output {
  readonly text: string;
  readonly exitCode: number | null;
}

export interface CommandRun {
  readonly content: readonly ToolContent[];
  readonly before: readonly Heard[];
  readonly after: readonly Heard[];
}

const exitWords = /^Exit code (-?\d{1,5})(?:\n|$)/;

export function isCommandTool(name: string): boolean {
  return name === 'Bash' || name === 'PowerShell';
}

/**
 * A finished command, as a terminal: the agent reports commands only when they are over. Null if
 * the command never ran, or its output is not text.
 */
export function commandRun(
  toolCallId: ToolCallId,
  command: string,
  folder: string,
  result: { readonly content: unknown; readonly isError: boolean; readonly details: unknown },
): CommandRun | null {
  const output = result.isError ? failedOutput(result.content) : outputOf(result.details);
  if (output === null) return null;
  const terminalId = toolCallId as string as TerminalId;
  const tail = new TerminalTail();
  tail.append(output.text);
  return {
    before: [
      { type: 'terminal.started', terminalId, command, args: [], cwd: folder, owner: 'agent' },
    ],
    content: [{ type: 'terminal', terminalId }],
    after: [
      ...(output.text === ''
        ? []
        : [{ type: 'terminal.data' as const, terminalId, data: output.text }]),
      {
        type: 'terminal.ended',
        terminalId,
        exitCode: output.exitCode,
        signal: null,
        tail: tail.text,
        truncated: tail.truncated,
      },
    ],
  };
}

function outputOf(details: unknown): Output | null {
  if (!isRecord(details) || details.isImage === true) return null;
  const { stdout, stderr, interrupted, backgroundTaskId } = details;
  if (typeof stdout !== 'string' || typeof backgroundTaskId === 'string') return null;
  const parts = [stdout, typeof stderr === 'string' ? stderr : ''];
  const text = parts.filter((part) => part !== '').join('\n');
  return { text, exitCode: interrupted === true ? null : 0 };
}

/**
 * The output of a failed command. Null if the first line has no exit status: the command never ran.
 */
function failedOutput(content: unknown): Output | null {
  const text = resultText(content);
  const exit = exitWords.exec(text);
  return exit && { text: ownText(text.slice(exit[0].length)), exitCode: Number(exit[1]) };
}
