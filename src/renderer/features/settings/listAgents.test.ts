import { expect, it } from 'vitest';
import type { AgentId } from '#shared/ids';
import type { AgentFinding, AgentSource } from '#shared/ipc/agents';
import { listAgents } from './listAgents';

const found = { path: '/usr/bin/run', isInPath: true, version: '1.2.3', login: 'none' } as const;

it('lists the agents of settings.json, then those that were found, then the bundled one', () => {
  const choice = (name: string, source: AgentSource, finding: AgentFinding | null = null) => ({
    id: name as AgentId,
    name,
    command: name,
    builtIn: source === 'built-in',
    source,
    finding,
  });
  const configured = {
    mine: { command: 'run', args: ['--fast'], wire: 'acp' },
    old: { name: 'Old one', command: 'old', wire: 'auto', enabled: false },
  } as const;
  const missing = { path: null, isInPath: false, version: null, login: 'unknown' } as const;
  const choices = [
    choice('mine', 'settings', missing),
    choice('codex', 'found', found),
    choice('demo', 'built-in'),
  ];
  expect(listAgents(configured, choices)).toMatchObject([
    { id: 'mine', command: 'run --fast', badges: ['ACP v1'], finding: 'Command not found' },
    { id: 'old', name: 'Old one', badges: ['Off'], finding: null, isMissing: false },
    { id: 'codex', badges: ['Found'], finding: '1.2.3 · no login found', isConfigured: false },
    { id: 'demo', badges: ['Built in'], finding: null },
  ]);
});
