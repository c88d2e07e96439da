import type { AgentChoice, AgentFinding } from '#shared/ipc/agents';
import { argumentsOf } from '#shared/knownAgents';
import { wires } from '#shared/session/wires';
import type { AgentSettings, Settings } from '#shared/settings';
import { lineOf } from '#shared/text/words';
import { findingWords } from '#window/state/agents/agentWords';

export interface ListedAgent {
  readonly id: string;
  readonly name: string;
  /** Absent for agents that we ship, because no user needs their command. */
  readonly command?: string;
  readonly badges: readonly string[];
  /** The facts found about its program. */
  readonly finding: string | null;
  readonly isMissing: boolean;
  /** Whether it runs elsewhere. */
  readonly isRemote: boolean;
  /** Whether settings.json has it. */
  readonly isConfigured: boolean;
}

/**
 * The agents of settings.json, including disabled ones, then those that were found, then the
 * built-in one.
 */
export function listAgents(
  configured: Settings['agents'],
  choices: readonly AgentChoice[],
): readonly ListedAgent[] {
  const others = choices
    .filter(({ source }) => source !== 'settings')
    .map(({ id, name, command, builtIn, source, finding }) => ({
      id,
      name,
      ...(!builtIn && { command }),
      badges: [sourceNames[source]],
      finding: findingWords({ finding }),
      isMissing: false,
      isRemote: false,
      isConfigured: false,
    }));
  const findings = new Map(choices.map((choice) => [choice.id as string, choice.finding]));
  return [
    ...Object.entries(configured).map((entry) => fromSettings(entry, findings.get(entry[0]))),
    ...others,
  ];
}

const sourceNames = {
  settings: 'Settings',
  found: 'Found',
  installed: 'Installed',
  'built-in': 'Built in',
} as const;

function fromSettings(
  [id, agent]: readonly [string, AgentSettings],
  finding: AgentFinding | null = null,
): ListedAgent {
  const wire = agent.wire !== undefined && agent.wire !== 'auto' ? [wires[agent.wire].name] : [];
  const off = agent.enabled === false ? ['Off'] : [];
  return {
    id,
    name: agent.name || id,
    command: commandLine(agent),
    isRemote: agent.url !== undefined,
    badges: [...wire, ...off],
    finding: findingWords({ finding }),
    isMissing: finding !== null && finding.path === null,
    isConfigured: true,
  };
}

function commandLine(agent: AgentSettings): string {
  const { command, url = '' } = agent;
  return command === undefined ? url : lineOf([command, ...argumentsOf(agent)]);
}
