import type { AvailableCommand } from '@agentclientprotocol/sdk/unstable';
import type { CommandName } from '../parse/request';
import type { ClientPowers } from '../powers';

export interface CommandHelp {
  readonly name: CommandName;
  readonly description: string;
  readonly hint?: string;
}

const commands: readonly CommandHelp[] = [
  {
    name: 'find',
    description: 'Find text or a /regex/ in the project',
    hint: 'text [in src/**/*.ts]',
  },
  {
    name: 'replace',
    description: 'Replace text or a /regex/ in the project',
    hint: 'old -> new [in src/**/*.ts]',
  },
  { name: 'read', description: 'Show a file', hint: 'path[:line]' },
  { name: 'create', description: 'Create a file with the text below', hint: 'path, then its text' },
  { name: 'rename', description: 'Rename or move a file', hint: 'old-path new-path' },
  { name: 'delete', description: 'Delete files', hint: 'path' },
  { name: 'run', description: 'Run a command', hint: 'npm test' },
  { name: 'explain', description: 'Explain what was done in this session so far' },
  { name: 'mode', description: 'Switch between ask, auto and plan', hint: 'ask | auto | plan' },
  { name: 'ask', description: 'Fill in a small form to make a file' },
  { name: 'compact', description: 'Shorten the memory of this session to a summary' },
  { name: 'help', description: 'Say what this agent can do' },
];

/** The commands that work with this client. */
export function commandHelp(powers: ClientPowers): readonly CommandHelp[] {
  return commands.filter(
    (command) =>
      (command.name !== 'ask' || powers.forms || powers.links) &&
      (command.name !== 'compact' || powers.compaction),
  );
}

export function availableCommands(powers: ClientPowers): AvailableCommand[] {
  return commandHelp(powers).map(({ name, description, hint }) => ({
    name,
    description,
    ...(hint === undefined ? {} : { input: { hint } }),
  }));
}
