// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { describe, expect, it } from 'vitest';
import { knownAgentOf } from '#shared/knownAgents';
import type { AgentSettings } from '#shared/settings';
import {
  changesOf,
  emptyFields,
  freeId,
  fromKnown,
  fromSettings,
  problemsIn,
  suggestedArguments,
  toSettings,
} from './agentFields';

describe('suggestedArguments', () => {
  it('suggests the arguments of a known program, until they are edited', () => {
    const agent = { ...emptyFields, command: '/opt/bin/codex' };
    expect(suggestedArguments(agent)).toBe('app-server');
    expect(suggestedArguments({ ...agent, args: ' app-server ' })).toBeNull();
    expect(suggestedArguments({ ...emptyFields, command: 'claude' })).toContain('stream-json');
    expect(suggestedArguments({ ...emptyFields, command: 'mine' })).toBeNull();
  });
});

describe('toSettings', () => {
  it('keeps what was typed, and omits defaults', () => {
    const agent = { ...emptyFields, name: 'Mine', command: ' run ', args: '--say "two words"' };
    const settings = { name: 'Mine', command: 'run', args: ['--say', 'two words'] };
    expect(toSettings(agent)).toEqual(settings);
    expect(toSettings({ ...agent, name: '' }).name).toBe('run');
    expect(toSettings({ ...emptyFields, command: '/opt/bin/codex' }).name).toBe('Codex');
  });

  it('keeps a known agent unchanged', () => {
    const claude = knownAgentOf('claude');
    if (claude === undefined) throw new Error('Claude Code is not known.');
    const settings = toSettings({ ...emptyFields, ...fromKnown(claude) });
    expect(settings).toEqual({ name: 'Claude Code', command: 'claude', args: claude.args });
  });

  it('returns the values of settings.json', () => {
    const settings: AgentSettings = {
      name: 'All of it',
      command: 'run',
      args: ['--one', 'two words'],
      env: { TOKEN: 'a=b', EMPTY: '' },
      wire: 'codex',
      withhold: ['fs', 'terminal'],
      enabled: false,
    };
    expect(toSettings(fromSettings('id', settings))).toEqual(settings);
    expect(fromSettings('bare', { command: 'codex' })).toMatchObject({
      name: 'bare',
      args: 'app-server',
    });
  });
});

describe('changesOf', () => {
  it('names the hosts apart from the rest of the seal, and no list at all as an open network', () => {
    const open = fromSettings('a', { command: 'a', seal: { read: ['~/x'] } });
    const limited = { ...open, limitsHosts: true, hosts: ' a.test \n\n*.b.test' };
    const path = ['agents', 'a', 'seal', 'hosts'];
    expect(changesOf('a', open, limited)).toEqual([{ path, value: ['a.test', '*.b.test'] }]);
    expect(changesOf('a', limited, open)).toEqual([{ path, value: undefined }]);
    expect(changesOf('a', limited, { ...limited, hosts: '' })).toEqual([{ path, value: [] }]);
    expect(fromSettings('a', { command: 'a', seal: { hosts: [] } }).limitsHosts).toBe(true);
  });

  it('names what differs, and what returns to its default', () => {
    const before = fromSettings('a', { command: 'codex', wire: 'codex' });
    expect(changesOf('a', before, before)).toEqual([]);
    const after = { ...before, wire: 'auto' as const, environment: 'A=1', lendsFiles: false };
    expect(changesOf('a', before, after)).toEqual([
      { path: ['agents', 'a', 'env'], value: { A: '1' } },
      { path: ['agents', 'a', 'wire'], value: undefined },
      { path: ['agents', 'a', 'withhold'], value: ['fs'] },
    ]);
  });
});

it('finds an unused agent id', () => {
  expect(freeId('My Agent!', [])).toBe('my-agent');
  expect(freeId('My Agent!', ['my-agent', 'my-agent-2'])).toBe('my-agent-3');
  expect(freeId('…', [])).toBe('agent');
});

it('explains what cannot be saved', () => {
  expect(problemsIn(emptyFields)?.command).toMatch(/^Enter .+\.$/);
  const agent = { ...emptyFields, command: 'x' };
  expect(problemsIn(agent)).toBeNull();
  expect(problemsIn({ ...agent, environment: 'A=1\n\n B = 2' })).toBeNull();
  expect(problemsIn({ ...agent, environment: 'A=1\nnonsense' })?.environment).toContain('nonsense');
});

it('keeps an address with its headers, and what it replaces goes', () => {
  const here = fromSettings('a', { name: 'A', command: 'a', args: ['x'], cwd: 'packages/app' });
  const far = {
    ...here,
    place: 'elsewhere' as const,
    url: ' wss://example.com/agent ',
    headers: 'Authorization: Bearer ${TOKEN}\n\nX-A:b',
  };
  expect(changesOf('a', here, far)).toEqual([
    { path: ['agents', 'a', 'command'], value: undefined },
    { path: ['agents', 'a', 'url'], value: 'wss://example.com/agent' },
    {
      path: ['agents', 'a', 'headers'],
      value: { Authorization: 'Bearer ${TOKEN}', 'X-A': 'b' },
    },
    { path: ['agents', 'a', 'args'], value: undefined },
    { path: ['agents', 'a', 'cwd'], value: undefined },
  ]);
  expect(fromSettings('a', toSettings(far))).toMatchObject({ place: 'elsewhere', command: '' });
  expect(toSettings({ ...far, name: '' }).name).toBe('example.com');
});

it('explains what is wrong with an address, a header and a folder', () => {
  const far = { ...emptyFields, place: 'elsewhere' as const, url: 'ws://example.com' };
  expect(problemsIn(far)?.url).toContain('wss://');
  expect(problemsIn(far, true)).toBeNull();
  expect(problemsIn({ ...far, url: 'wss://a.test', headers: 'bad' })?.headers).toContain('bad');
  expect(problemsIn({ ...emptyFields, command: 'a', folder: '../x' })?.folder).toContain('inside');
});
