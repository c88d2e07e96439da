import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { isPlainSecret } from '#main/base/secrets/secretNames';
import type { AgentEnvironment } from '#shared/ipc/agents';
import type { AgentDefinition } from './agents';
import { locateCommand } from './found/locateCommand';
import { heldBack } from './process/environment/agentEnvironment';
import { lookUp } from './process/environment/environmentLookup';
import { missingReferences } from './process/environment/references';
import type { ShellEnvironment } from './process/environment/shellEnvironment';
import type { AgentSecrets } from './secrets/agentSecrets';

/**
 * The sources of an agent's command and variables, for display. Secrets are named, but their values
 * are not shown.
 */
export async function environmentView(
  definition: AgentDefinition,
  { variables, source, shell, problem }: ShellEnvironment,
  secrets: Pick<AgentSecrets, 'names' | 'problem'>,
): Promise<AgentEnvironment> {
  const { id, command, env } = definition;
  const located = await locateCommand(command, { cwd: homedir(), variables });
  const path = lookUp(variables, 'PATH') ?? '';
  const kept = secrets.names(id);
  const isKept = new Set(kept.map(({ name }) => name));
  return {
    shell,
    source,
    problem: problem ?? null,
    command,
    file: located.ok ? located.value.file : null,
    folder: located.ok ? dirname(located.value.file) : null,
    isInPath: located.ok && located.value.isInPath,
    path: path.split(process.platform === 'win32' ? ';' : ':').filter((folder) => folder !== ''),
    removed: [...heldBack(variables)].map(([name, why]) => ({ name, why })),
    variables: Object.entries(env)
      .filter(([name]) => !isKept.has(name))
      .map(([name, value]) => {
        return {
          name,
          value: isPlainSecret(name, value) ? null : value,
          missing: missingReferences(value, variables),
        };
      }),
    secrets: kept,
    whyNotKept: secrets.problem,
  };
}
