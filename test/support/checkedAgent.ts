import type { CheckTimings } from '#main/doctor/limits';
import type { EngineOptions } from '#main/engine/engineOptions';
import type { AgentCheck, CheckStep } from '#shared/agentCheck';
import type { AgentId } from '#shared/ids';
import type { AgentSettings } from '#shared/settings';
import type { Step } from '../agent/step';
import type { TemporaryFolder } from './temporaryFolder';
import { TestEngine } from './testEngine';

const NOT_HERE = {
  available: false,
  problem: 'missing',
  message: 'Sealing needs bubblewrap, which is not installed.',
  fix: 'sudo apt install bubblewrap',
} as const;

/** Names of files in a check's prompts. */
export const REFUSED = 'airlock-check-refused.txt';
export const FILE = 'airlock-check-file.txt';
export const COMMAND_FILE = 'airlock-check-command.txt';

/** The turns of a check, chosen by prompt. */
export const refused = (...steps: readonly Step[]) => ({ when: 'refused', steps });
export const work = (...steps: readonly Step[]) => ({ when: 'airlock-check-file', steps });
export const long = (...steps: readonly Step[]) => ({ when: 'Count', steps });

export async function engineWith(
  folder: TemporaryFolder,
  agent: AgentSettings,
  timings: Partial<CheckTimings> = {},
  more: Partial<EngineOptions> = {},
): Promise<TestEngine> {
  return TestEngine.start(
    folder.join('data'),
    { mine: agent },
    { timings: { check: timings }, probeSeal: async () => NOT_HERE, ...more },
  );
}

export async function runCheck(test: TestEngine, withPrompts: boolean): Promise<AgentCheck> {
  const { agents, agentChecks: checks } = test.engine;
  const definition = agents.find('mine' as AgentId);
  const check = definition && (await checks.check(definition, withPrompts));
  if (!check) throw new Error(`No result: ${checks.state('mine' as AgentId).failure}`);
  return check;
}

export function settingsOf({ command: program = '', args, env }: AgentSettings): AgentSettings {
  return { command: program, ...(args && { args }), ...(env && { env }) };
}

export function verdicts({ findings }: AgentCheck): Partial<Record<CheckStep, string>> {
  return Object.fromEntries(findings.map(({ step, verdict }) => [step, verdict]));
}

export function wordsOf({ findings }: AgentCheck, step: CheckStep): string {
  const found = findings.find((finding) => finding.step === step);
  return [found?.message, found?.advice].join(' ');
}
