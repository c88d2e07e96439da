import { describe, expect, it } from 'vitest';
import { knownAgentOf } from '#shared/knownAgents';
import { emptyAgent, fromKnown, problemIn, suggestedArguments, toSettings } from './newAgent';

describe('suggestedArguments', () => {
  it('knows what a program needs, until it is typed', () => {
    const agent = { ...emptyAgent, command: '/opt/bin/codex' };
    expect(suggestedArguments(agent)).toBe('app-server');
    expect(suggestedArguments({ ...agent, args: ' app-server ' })).toBeNull();
    expect(suggestedArguments({ ...emptyAgent, command: 'claude' })).toContain('stream-json');
    expect(suggestedArguments({ ...emptyAgent, command: 'mine' })).toBeNull();
  });
});

describe('toSettings', () => {
  it('keeps what was typed, under an id of its own', () => {
    const agent = { name: 'My Agent!', command: ' run ', args: '--say "two words"' };
    expect(toSettings(agent, [])).toEqual({
      id: 'my-agent',
      settings: { name: 'My Agent!', command: 'run', args: ['--say', 'two words'] },
    });
    expect(toSettings(agent, ['my-agent', 'my-agent-2']).id).toBe('my-agent-3');
    expect(toSettings({ ...agent, name: '…' }, []).id).toBe('agent');
    expect(toSettings({ ...agent, name: '' }, []).settings.name).toBe('run');
    const known = { ...emptyAgent, command: '/opt/bin/codex' };
    expect(toSettings(known, [])).toMatchObject({ id: 'codex', settings: { name: 'Codex' } });
  });

  it('takes a known agent as it is', () => {
    const claude = knownAgentOf('claude');
    if (claude === undefined) throw new Error('Claude Code is not known.');
    const { settings } = toSettings(fromKnown(claude), []);
    expect(settings).toEqual({ name: 'Claude Code', command: 'claude', args: claude.args });
  });
});

it('cannot do without a program', () => {
  expect(problemIn(emptyAgent)).toMatch(/^Enter .+\.$/);
  expect(problemIn({ ...emptyAgent, command: 'x' })).toBeNull();
});
