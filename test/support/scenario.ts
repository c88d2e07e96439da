import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scenario } from '../agent/scenario';
import { Journal } from './journal';
import { agentNode } from './standInNode';
import type { TemporaryFolder } from './temporaryFolder';

const AGENT = fileURLToPath(new URL('../agent/scriptedAgent.mjs', import.meta.url));
const SCENARIOS = fileURLToPath(new URL('../scenarios', import.meta.url));

/** A scripted agent that can be started, in the form of the agents' settings. */
export class ScriptedAgent {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly journal: Journal;
  private readonly gates: string;

  constructor(folder: TemporaryFolder, scenarioFile: string, name: string) {
    const node = agentNode();
    this.command = node.command;
    this.env = node.env;
    this.gates = folder.folder(`${name}.gates`);
    this.journal = new Journal(folder.join(`${name}.journal.ndjson`));
    this.args = [AGENT, scenarioFile, '--journal', this.journal.file, '--gates', this.gates];
  }

  /** Releases the steps that wait for the gate, in this process and in later ones. */
  open(gate: string): void {
    writeFileSync(join(this.gates, gate), '');
  }
}

/**
 * Plays a given scenario, or one of test/scenarios by name. Everything it writes is in the folder;
 * `name` distinguishes several agents in one folder.
 */
export function scriptedAgent(
  folder: TemporaryFolder,
  scenario: Scenario | string,
  name = typeof scenario === 'string' ? scenario : 'scripted',
): ScriptedAgent {
  if (typeof scenario !== 'string') {
    const file = folder.write(`${name}.scenario.json`, JSON.stringify(scenario, null, 2));
    return new ScriptedAgent(folder, file, name);
  }
  const file = scenarioFile(scenario);
  if (!existsSync(file)) throw new Error(`There is no scenario "${scenario}" in test/scenarios.`);
  return new ScriptedAgent(folder, file, name);
}

export function scenarioFile(name: string): string {
  return join(SCENARIOS, `${name}.json`);
}

export function scenarioNames(): readonly string[] {
  return readdirSync(SCENARIOS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''));
}
