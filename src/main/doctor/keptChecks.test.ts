import { expect, it } from 'vitest';
import type { AgentCheck } from '#shared/agentCheck';
import type { AgentId } from '#shared/ids';
import { withCheck } from './keptChecks';
import { KEPT_CHECKS, KEPT_VERSIONS } from './limits';

const check = (agentId: string, version: string, withPrompts = false): AgentCheck => ({
  agentId: agentId as AgentId,
  name: agentId,
  version,
  programVersion: null,
  protocol: null,
  abilities: [],
  at: 0,
  app: '',
  system: '',
  withPrompts,
  findings: [],
  stderrTail: '',
});

it('keeps one result for each version, with prompts and without', () => {
  const all = [check('a', '1'), check('b', '1'), check('a', '1', true), check('a', '1')];
  expect(all.reduce<readonly AgentCheck[]>(withCheck, []).length).toBe(3);
});

it('forgets the oldest versions of an agent, and the oldest results of all', () => {
  const versions = Array.from({ length: KEPT_VERSIONS + 2 }, (_, index) => check('a', `${index}`));
  const kept = [check('b', '1'), ...versions].reduce<readonly AgentCheck[]>(withCheck, []);
  expect(kept.map(({ agentId, version }) => `${agentId} ${version}`)).toEqual([
    'b 1',
    ...versions.slice(2).map(({ version }) => `a ${version}`),
  ]);
  const many = Array.from({ length: KEPT_CHECKS + 5 }, (_, index) => check(`a${index}`, '1'));
  expect(many.reduce<readonly AgentCheck[]>(withCheck, []).length).toBe(KEPT_CHECKS);
});
