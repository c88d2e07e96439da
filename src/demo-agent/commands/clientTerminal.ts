import type { TerminalHandle } from '@agentclientprotocol/sdk/unstable';
import { throwIfCancelled, untilCancelled } from '../cancelled';
import { logError, messageOf } from '../log';
import type { ActiveToolCall } from '../turn/toolCalls';
import type { Turn } from '../turn/turn';
import { type CommandResult, maxOutputBytes, shellFor } from './commandResult';

/** Runs a command in a terminal of the client, which shows it live and can end it. */
export async function runInClient(
  turn: Turn,
  command: string,
  call: ActiveToolCall,
): Promise<CommandResult> {
  const shell = shellFor(command);
  const creating = turn.wire.client.createTerminal({
    sessionId: turn.wire.sessionId,
    command: shell.file,
    args: shell.args,
    cwd: turn.roots.cwd,
    outputByteLimit: maxOutputBytes,
  });
  let terminal: TerminalHandle;
  try {
    terminal = await untilCancelled(creating, turn.signal);
  } catch (error) {
    // Cancelled while the terminal was being created: it is released once it exists.
    if (turn.signal.aborted) letGo(creating);
    throwIfCancelled(turn.signal);
    return failed(error, false);
  }
  try {
    await call.begin({ content: [{ type: 'terminal', terminalId: terminal.id }] });
    const exit = await untilCancelled(terminal.waitForExit(), turn.signal);
    const { output, truncated } = await untilCancelled(terminal.currentOutput(), turn.signal);
    return {
      output,
      truncated,
      exitCode: exit.exitCode ?? null,
      signal: exit.signal ?? null,
      shown: true,
    };
  } catch (error) {
    throwIfCancelled(turn.signal);
    return failed(error, true);
  } finally {
    letGo(Promise.resolve(terminal));
  }
}

/**
 * Releases the terminal, which also ends the command. Not awaited: a slow client must not delay the
 * turn.
 */
function letGo(creating: Promise<TerminalHandle>): void {
  creating
    .then((terminal) => terminal.release())
    .catch((error: unknown) => logError('A terminal was not released', error));
}

function failed(error: unknown, shown: boolean): CommandResult {
  const problem = messageOf(error);
  return { output: '', truncated: false, exitCode: null, signal: null, problem, shown };
}
