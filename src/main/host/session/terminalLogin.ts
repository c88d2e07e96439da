import type { AgentDefinition } from '#main/agents/agents';
import { fail, ok, type Result } from '#shared/errors';
import type { AuthenticationMethod } from '#shared/session/agent';
import type { SessionHead } from '#shared/session/state';

/** A command that the user runs in a terminal to log in; it exits with 0 on success. */
export interface TerminalLogin {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** The command for a login that a session's agent offers. */
export function offeredLogin(
  definition: AgentDefinition | undefined,
  { connection, cwd }: Pick<SessionHead, 'connection' | 'cwd'>,
  methodId: string,
): Result<TerminalLogin> {
  if (definition === undefined) return fail('not-found', 'This agent is not in the settings.');
  if (connection.type !== 'authentication')
    return fail('refused', 'The agent does not need a login.');
  const method = connection.methods.find((offered) => offered.id === methodId);
  return method
    ? terminalLogin(definition, method, cwd)
    : fail('invalid-input', 'The agent has no such login method.');
}

/** The command for a login of kind `terminal`: the agent's own program unless it names another. */
export function terminalLogin(
  definition: AgentDefinition,
  { name, how }: AuthenticationMethod,
  cwd: string,
): Result<TerminalLogin> {
  if (how.type !== 'terminal')
    return fail('invalid-input', `“${name}” does not run in a terminal.`);
  if (definition.url !== undefined) {
    return fail(
      'refused',
      'This agent runs elsewhere. Log in there, or put a key into its headers.',
    );
  }
  const env = { ...definition.env, ...how.env };
  const label = how.label ?? name;
  return how.command === undefined
    ? ok({ label, command: definition.command, args: [...definition.args, ...how.args], env, cwd })
    : ok({ label, command: ownProgram(how.command, definition), args: how.args, env, cwd });
}

/** A program that is named without a path is the agent's own, wherever it is installed. */
function ownProgram(named: string, { command }: AgentDefinition): string {
  const program = command
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\.(?:exe|cmd|bat)$/i, '');
  return program === named ? command : named;
}
