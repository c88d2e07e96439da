#!/usr/bin/env node
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent } from './agent.mjs';
import { Journal } from './journal.mjs';
import { Output } from './output.mjs';
import { readScenario, ScenarioError } from './readScenario.mjs';

const USAGE = `usage: scriptedAgent.mjs <scenario.json> [--journal <file>] [--gates <folder>]
       scriptedAgent.mjs --check <scenario.json>...`;
const EXIT_USAGE = 64;

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      gates: { type: 'string' },
      journal: { type: 'string' },
    },
  });
  if (values.check) {
    for (const file of positionals) readScenario(file);
    return;
  }
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new ScenarioError(USAGE);
  const agent = new Agent({
    scenario: readScenario(file),
    scenarioFile: resolve(file),
    journal: new Journal(values.journal),
    output: new Output(1),
    gatesFolder: resolve(values.gates ?? dirname(file)),
  });
  agent.run();
}

try {
  main();
} catch (error) {
  console.error(error instanceof ScenarioError ? error.message : error);
  process.exit(EXIT_USAGE);
}
