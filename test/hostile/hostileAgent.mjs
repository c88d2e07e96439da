#!/usr/bin/env node
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent } from '../agent/agent.mjs';
import { Journal } from '../agent/journal.mjs';
import { Output } from '../agent/output.mjs';
import { seededRandom } from '../agent/random.mjs';
import { checkScenario, ScenarioError } from '../agent/readScenario.mjs';
import { allModes, modeFamilies } from './allModes.mjs';

const USAGE = `usage: hostileAgent.mjs --mode <name> [--seed <number>] [--n <number>]
         [--journal <file>] [--gates <folder>] [--outside <folder>] [--tag <text>]
       hostileAgent.mjs --list`;
const EXIT_USAGE = 64;
/** The variable in which a test hands over the secret that must not be written down. */
const SECRET = 'HOSTILE_TOKEN';

function main() {
  const { values } = parseArgs({
    options: {
      list: { type: 'boolean', default: false },
      mode: { type: 'string' },
      seed: { type: 'string', default: '1' },
      n: { type: 'string' },
      journal: { type: 'string' },
      gates: { type: 'string', default: tmpdir() },
      outside: { type: 'string', default: tmpdir() },
      tag: { type: 'string', default: 'hostile' },
    },
  });
  if (values.list) {
    process.stdout.write(listing());
    return;
  }
  const mode = Object.hasOwn(allModes, values.mode ?? '') ? allModes[values.mode] : undefined;
  if (mode === undefined) throw new ScenarioError(USAGE);
  const seed = Number(values.seed);
  const scenario = mode.scenario({
    seed,
    n: values.n === undefined ? (mode.n ?? 1) : Number(values.n),
    random: seededRandom(seed),
    outside: values.outside,
    tag: values.tag,
    secret: process.env[SECRET] ?? 'no-secret-was-given',
  });
  checkScenario(scenario, values.mode);
  const agent = new Agent({
    scenario,
    scenarioFile: resolve(values.gates, `${values.mode}.json`),
    journal: new Journal(values.journal),
    output: new Output(1),
    gatesFolder: resolve(values.gates),
  });
  agent.run();
}

function listing() {
  return Object.entries(modeFamilies)
    .flatMap(([family, modes]) =>
      Object.entries(modes).map(
        ([name, { does, ends }]) => `${family}\t${name}\t${does}\t${ends.join(' or ')}\n`,
      ),
    )
    .join('');
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof ScenarioError ? error.message : error.stack}\n`);
  process.exit(EXIT_USAGE);
}
