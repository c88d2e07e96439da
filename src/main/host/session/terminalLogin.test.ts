import { expect, test } from 'vitest';
import type { AgentDefinition } from '#main/agents/agents';
import type { AgentId } from '#shared/ids';
import type { AuthenticationMethod } from '#shared/session/agent';
import { terminalLogin } from './terminalLogin';

const agent = (command: string): AgentDefinition => ({
  id: 'a' as AgentId,
  name: 'A',
  command,
  args: ['-p'],
  env: { A: '1' },
  wire: 'auto',
});

const method = (how: AuthenticationMethod['how']): AuthenticationMethod => ({
  id: 'login',
  name: 'Log in',
  how,
});

test('the agent’s own command gets extra arguments', () => {
  const login = method({ type: 'terminal', args: ['--login'], env: { B: '2' } });
  expect(terminalLogin(agent('claude'), login, '/work')).toEqual({
    ok: true,
    value: {
      label: 'Log in',
      command: 'claude',
      args: ['-p', '--login'],
      env: { A: '1', B: '2' },
      cwd: '/work',
    },
  });
});

test.each([
  ['claude', 'claude'],
  ['/opt/bin/claude', '/opt/bin/claude'],
  ['C:\\Tools\\claude.CMD', 'C:\\Tools\\claude.CMD'],
  ['npx', 'claude'],
  ['/opt/claude/run', 'claude'],
])('the agent is %s: the program “claude” is %s', (command, program) => {
  const login = method({ type: 'terminal', command: 'claude', args: ['auth', 'login'], env: {} });
  expect(terminalLogin(agent(command), login, '/work')).toMatchObject({
    value: { command: program, args: ['auth', 'login'] },
  });
});

test('a login that is not done in a terminal is refused', () => {
  expect(terminalLogin(agent('a'), method({ type: 'agent' }), '/work').ok).toBe(false);
});
