import { type KnownAgent, knownAgentOf } from '#shared/knownAgents';
import type { AgentSettings } from '#shared/settings';
import { lineOf, wordsOf } from '#shared/text/words';

/** The fields of the form, as they are typed. */
export interface NewAgent {
  readonly name: string;
  readonly command: string;
  readonly args: string;
}

export const emptyAgent: NewAgent = { name: '', command: '', args: '' };

export function fromKnown({ name, command, args }: KnownAgent): NewAgent {
  return { name, command, args: lineOf(args) };
}

/** What a program of this name is usually started with, if that is not what is typed. */
export function suggestedArguments({ command, args }: NewAgent): string | null {
  const known = knownAgentOf(command);
  if (known === undefined) return null;
  const usual = lineOf(known.args);
  return lineOf(wordsOf(args)) === usual ? null : usual;
}

export function problemIn({ command }: NewAgent): string | null {
  return command.trim() === '' ? 'Enter the program that starts the agent.' : null;
}

export interface SavedAgent {
  readonly id: string;
  readonly settings: AgentSettings;
}

/** As settings.json keeps it, under an id that no other agent has. */
export function toSettings(agent: NewAgent, taken: readonly string[]): SavedAgent {
  const command = agent.command.trim();
  const name = agent.name.trim() || (knownAgentOf(command)?.name ?? command);
  return { id: freeId(name, taken), settings: { name, command, args: wordsOf(agent.args) } };
}

function freeId(name: string, taken: readonly string[]): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const base = slug.replace(/^-|-$/g, '') || 'agent';
  let id = base;
  for (let count = 2; taken.includes(id); count++) id = `${base}-${count}`;
  return id;
}
