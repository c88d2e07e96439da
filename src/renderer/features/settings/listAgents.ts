import type { AgentChoice } from '#shared/ipc/contract';
import { argumentsOf } from '#shared/knownAgents';
import type { AgentSettings, Settings } from '#shared/settings';
import { lineOf } from '#shared/text/words';

export interface ListedAgent {
  readonly id: string;
  readonly name: string;
  /** Absent for what we ship: how that is run is of no use to anybody. */
  readonly command?: string;
  readonly badges: readonly string[];
}

/** What settings.json says, those that are switched off included, and then what we ship. */
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
  const wire = agent.wire !== undefined && agent.wire !== 'auto' ? [agent.wire] : [];
  const off = agent.enabled === false ? ['Off'] : [];
  return {
    id,
    name: agent.name || id,
    command: lineOf([agent.command, ...argumentsOf(agent)]),
    badges: [...wire, ...off],
  };
}
