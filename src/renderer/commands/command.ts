import {
  type AppCommandId,
  type CommandFacts,
  type CommandId,
  commandFacts,
} from '#shared/commands/commandTable';

export interface CommandAction {
  enabled?(): boolean;
  run(): void | Promise<void>;
}

/** An action that the user can take from a button, a key, the menu or the palette. */
export interface Command extends CommandFacts, CommandAction {
  readonly id: CommandId;
}

/** The action of a command of the table in this window. */
export function command(id: AppCommandId, action: CommandAction): Command {
  return { id, ...commandFacts(id), ...action };
}
