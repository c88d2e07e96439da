import { expect, it } from 'vitest';
import type { AgentId } from '#shared/ids';
import { listAgents } from './listAgents';

it('lists the agents of settings.json, then the bundled one', () => {
  const demo = { id: 'demo' as AgentId, name: 'Demo', command: 'node demo.js', builtIn: true };
  const mine = { id: 'mine' as AgentId, name: 'mine', command: 'run', builtIn: false };
  const configured = {
    mine: { command: 'run', args: ['--fast'], wire: 'acp' },
    old: { name: 'Old one', command: 'old', wire: 'auto', enabled: false },
  } as const;
  expect(listAgents(configured, [mine, demo])).toEqual([
    { id: 'mine', name: 'mine', command: 'run --fast', badges: ['ACP v1'] },
    { id: 'old', name: 'Old one', command: 'old', badges: ['Off'] },
    { id: 'demo', name: 'Demo', badges: ['Built in'] },
  ]);
});
