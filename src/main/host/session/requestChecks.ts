import type { HostOptions } from '#main/host/hostOptions';
import type { CheckRun } from '#shared/checks/check';
import { fail, type Result } from '#shared/errors';
import type { CommandPermissions } from './commandPermissions';
import type { SessionRecorder } from './sessionRecorder';

interface RequestParts {
  readonly recorder: SessionRecorder;
  readonly commands: CommandPermissions;
  readonly run: HostOptions['runChecks'];
}

/**
 * Runs the checks that a session's agent requests. Each needs the same permission as a command of
 * the agent's: the user's rules, and in place a question. They end with the agent's turn.
 */
export async function requestChecks(
  names: readonly string[] | null,
  signal: AbortSignal,
  { recorder, commands, run }: RequestParts,
): Promise<Result<readonly CheckRun[]>> {
  const { id, cwd, turn } = recorder.state.head;
  if (run === undefined) return fail('unavailable', 'Checks cannot be run here.');
  if (turn === null || turn.cancelling) {
    return fail('refused', 'Checks can be requested only while a turn runs.');
  }
  const stop = new AbortController();
  const listening = recorder.onDidAppend((events) => {
    if (events.some(({ type }) => type === 'turn.ended' || type === 'turn.cancelling')) {
      stop.abort();
    }
  });
  const either = AbortSignal.any([signal, stop.signal]);
  try {
    return await run(id, {
      names,
      signal: either,
      mayRun: (name, command) =>
        commands.mayRun(
          { command, args: [], cwd, env: [] },
          {
            signal: either,
            // A check runs in its own copy, so it gives no permission for the same command in the
            // user's folder.
            as: `check ${name}`,
            description: `The agent asks for the check “${name}” of this project, on its changes so far.`,
          },
        ),
    });
  } finally {
    listening.dispose();
  }
}
