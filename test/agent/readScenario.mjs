import { readFileSync } from 'node:fs';
import { methods } from './methods.mjs';
import { stepListsIn } from './stepLists.mjs';
import { allSteps } from './steps/allSteps.mjs';

/** The scenario, not the agent, is at fault. */
export class ScenarioError extends Error {}

const SCRIPTS = Object.values(methods).flatMap(({ key }) => key ?? []);
const OTHER_KEYS = [
  'description',
  'start',
  'methods',
  'turns',
  'requiresLogin',
  'modes',
  'configOptions',
  'models',
  'sessions',
  'stateFile',
  'lifetimeMinutes',
];
const KEYS = new Set([...SCRIPTS, ...OTHER_KEYS]);

/** Reads a scenario and refuses one that misspells a key or a step, however deep. */
export function readScenario(file) {
  const scenario = JSON.parse(readFileSync(file, 'utf8'));
  checkScenario(scenario, file);
  return scenario;
}

/** `name` is what the refusal calls it. */
export function checkScenario(scenario, name) {
  try {
    check(scenario);
  } catch (error) {
    throw new ScenarioError(`${name}: ${error.message}`);
  }
}

function check(scenario) {
  for (const key of Object.keys(scenario)) {
    if (!KEYS.has(key)) throw new ScenarioError(`there is no "${key}" in a scenario`);
  }
  checkSteps(scenario.start ?? [], 'start');
  for (const key of SCRIPTS) checkScript(scenario[key], key);
  for (const [method, script] of Object.entries(scenario.methods ?? {})) {
    checkScript(script, method);
  }
  for (const [index, turn] of (scenario.turns ?? []).entries()) {
    if (turn.when !== undefined) new RegExp(turn.when);
    checkSteps(stepsOfTurn(turn), `turns[${index}]`);
  }
}

export function stepsOfTurn(turn) {
  return Array.isArray(turn) ? turn : turn.steps;
}

function checkScript(script, where) {
  if (Array.isArray(script)) checkSteps(script, where);
}

function checkSteps(steps, where) {
  if (!Array.isArray(steps)) throw new ScenarioError(`${where} is not a list of steps`);
  for (const [index, step] of steps.entries()) {
    const names = Object.keys(step);
    const place = `${where}[${index}]`;
    if (names.length !== 1) throw new ScenarioError(`${place} has ${names.length} names, not one`);
    const [name] = names;
    if (!Object.hasOwn(allSteps, name)) throw new ScenarioError(`${place}: no step "${name}"`);
    for (const list of stepListsIn(step)) checkSteps(list, `${place}.${name}`);
  }
}
