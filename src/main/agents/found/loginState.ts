import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Variables } from '#main/agents/process/environment/environmentLookup';
import type { LoginState } from '#shared/ipc/agents';
import type { LoginSigns } from '#shared/knownAgents';

/** Looks at names only: what a file or a variable holds is the agent's business. */
export async function loginStateOf(
  signs: LoginSigns | null,
  variables: Variables,
  platform: string = process.platform,
): Promise<LoginState> {
  if (signs === null) return 'not-needed';
  if (signs.variables.some((name) => (variables[name] ?? '') !== '')) return 'found';
  const home = variables.HOME ?? homedir();
  for (const file of signs.files) {
    if (await exists(join(home, file))) return 'found';
  }
  return signs.hiddenOn?.includes(platform) ? 'unknown' : 'none';
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
