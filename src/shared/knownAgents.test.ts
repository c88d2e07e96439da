import { expect, test } from 'vitest';
import { argumentsOf, installLine, knownAgentOf, knownAgents } from './knownAgents';

test.each([
  ['claude', 'Claude Code'],
  ['/usr/local/bin/codex', 'Codex'],
  ['C:\\Tools\\Gemini.CMD', 'Gemini CLI'],
  [' opencode ', 'OpenCode'],
  ['claudette', undefined],
  ['npx', undefined],
  ['', undefined],
])('the command %j is that of %s', (command, name) => {
  expect(knownAgentOf(command)?.name).toBe(name);
});

test('a known program gets its default arguments, unless the settings give some', () => {
  expect(argumentsOf({ command: 'codex' })).toEqual(['app-server']);
  expect(argumentsOf({ command: 'codex', args: [] })).toEqual([]);
  expect(argumentsOf({ command: 'mine' })).toEqual([]);
});

test('no two known agents share an id or a program', () => {
  expect(new Set(knownAgents.map(({ id }) => id)).size).toBe(knownAgents.length);
  expect(new Set(knownAgents.map(({ command }) => command)).size).toBe(knownAgents.length);
});

test('packages are of one exact version, and what is typed to install them names it', () => {
  for (const agent of knownAgents) {
    expect(agent.package?.version ?? '1.0.0').toMatch(/^\d+\.\d+\.\d+$/);
    if (agent.package) expect(installLine(agent)).toContain(`@${agent.package.version}`);
  }
});
