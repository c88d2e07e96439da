import { describe, expect, it } from 'vitest';
import type { AgentDefinition } from '#main/agents/agents';
import type { AgentId } from '#shared/ids';
import type { AuthenticationMethod } from '#shared/session/agent';
import { terminalLogin } from './terminalLogin';

const definition: AgentDefinition = {
  id: 'agent' as AgentId,
  name: 'Agent',
  command: 'agent',
  args: ['--acp'],
  env: { A: '1', B: '1' },
  wire: 'acp',
};

function login(how: AuthenticationMethod['how']) {
  return terminalLogin(definition, { id: 'x', name: 'Log in', how }, '/project');
}

describe('terminalLogin', () => {
  it('is the agent’s own command with arguments added and variables overridden', () => {
    expect(login({ type: 'terminal', args: ['--login'], env: { B: '2' } })).toEqual({
      ok: true,
      value: {
        label: 'Log in',
        command: 'agent',
        args: ['--acp', '--login'],
        env: { A: '1', B: '2' },
        cwd: '/project',
      },
    });
  });

  it('is the command that the agent names, by itself', () => {
    const how = { type: 'terminal', command: 'auth', args: ['go'], env: {}, label: 'Go' } as const;
    expect(login(how)).toMatchObject({
      value: { label: 'Go', command: 'auth', args: ['go'], env: { A: '1', B: '1' } },
    });
  });

  it('is none for other kinds of login', () => {
    expect(login({ type: 'agent' })).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  });
});
