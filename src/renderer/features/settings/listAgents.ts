import type { AgentChoice } from '#shared/ipc/contract';
import { argumentsOf } from '#shared/knownAgents';
import { wires } from '#shared/session/wires';
import type { AgentSettings, Settings } from '#shared/settings';
import { lineOf } from '#shared/text/words';

export interface ListedAgent {
  readonly id: string;
  readonly name: string;
  /** Absent for agents that we ship: no user needs their command. */
  readonly command?: string;
  readonly badges: readonly string[];
}

/** The agents of settings.json, including disabled ones, and then the built-in one. */
export function listAgents(
  configured: Settings['agents'],
  choices: readonly AgentChoice[],
): readonly ListedAgent[] {
  const shipped = choices
    .filter((choice) => choice.builtIn)
    .map(({ id, name }) => ({ id, name, badges: ['Built in'] }));
  return [...Object.entries(configured).map(fromSettings), ...shipped];
}

function fromSettings([id, agent]: readonly [string, AgentSettings]): ListedAgent {
  const wire = agent.wire !== undefined && agent.wire !== 'auto' ? [wires[agent.wire].name] : [];
  const off = agent.enabled === false ? ['Off'] : [];
  return {
    id,
    name: agent.name || id,
    command: lineOf([agent.command, ...argumentsOf(agent)]),
    badges: [...wire, ...off],
  };
}
