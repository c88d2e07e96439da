import { describe, expect, it } from 'vitest';
import type { AgentId } from '#shared/ids';
import { defaultSettings, type Settings } from '#shared/settings';
import { emptyDraft, isComplete, resolveForm, validateForm } from './newSessionForm';

const id = (text: string) => text as AgentId;
const agents = ['demo', 'claude'].map((name) => ({
  id: id(name),
  name,
  command: name,
  builtIn: false,
  source: 'settings' as const,
  finding: null,
}));
const nothing = { agentId: null, alsoAgentIds: [], folder: null, isolation: null };
const can = { available: true } as const;
const cannot = { available: false, problem: 'missing', message: 'None.', fix: null } as const;

describe('resolveForm', () => {
  it('prefers the draft over the last choices, and the last choices over the settings', () => {
    const last = { ...nothing, agentId: id('claude'), folder: '/last' };
    const draft = { ...emptyDraft, agentId: id('demo'), folder: '/typed' };
    expect(resolveForm(draft, last, defaultSettings, agents, '/window', can)).toMatchObject({
      agentId: 'demo',
      folder: '/typed',
    });
    expect(resolveForm(emptyDraft, last, defaultSettings, agents, null, can)).toMatchObject({
      agentId: 'claude',
      folder: '/last',
    });
    const settings = { ...defaultSettings, defaultAgent: 'claude' };
    expect(resolveForm(emptyDraft, nothing, settings, agents, null, can).agentId).toBe('claude');
  });

  it('prefers the folder that the window was opened on over the last one', () => {
    const last = { ...nothing, folder: '/last' };
    expect(resolveForm(emptyDraft, last, defaultSettings, agents, '/window', can).folder).toBe(
      '/window',
    );
  });

  it('skips agents that no longer exist', () => {
    const last = { ...nothing, agentId: id('gone') };
    expect(resolveForm(emptyDraft, last, defaultSettings, agents, null, can).agentId).toBe('demo');
    expect(resolveForm(emptyDraft, last, defaultSettings, [], null, can).agentId).toBeNull();
  });

  it('does not offer an agent whose program is missing, unless it is chosen', () => {
    const finding = { path: null, isInPath: false, version: null, login: 'unknown' } as const;
    const some = agents.map((agent) => (agent.id === 'claude' ? { ...agent, finding } : agent));
    const last = { ...nothing, agentId: id('claude') };
    expect(resolveForm(emptyDraft, last, defaultSettings, some, null, can).agentId).toBe('demo');
    const draft = { ...emptyDraft, agentId: id('claude') };
    expect(resolveForm(draft, last, defaultSettings, some, null, can).agentId).toBe('claude');
    const all = some.filter((agent) => agent.id === 'claude');
    expect(resolveForm(emptyDraft, last, defaultSettings, all, null, can).agentId).toBe('claude');
  });

  it('starts additional agents that exist, and none of them twice', () => {
    const draft = {
      ...emptyDraft,
      agentId: id('claude'),
      alsoAgentIds: [id('claude'), id('gone'), id('demo')],
    };
    expect(resolveForm(draft, nothing, defaultSettings, agents, null, can)).toMatchObject({
      agentId: 'claude',
      alsoAgentIds: ['demo'],
    });
  });

  it('offers the additional agents of last time, until the user chooses others', () => {
    const last = { ...nothing, agentId: id('claude'), alsoAgentIds: [id('demo'), id('gone')] };
    const form = (draft: Partial<typeof emptyDraft>) =>
      resolveForm({ ...emptyDraft, ...draft }, last, defaultSettings, agents, null, can);
    expect(form({}).alsoAgentIds).toEqual(['demo']);
    expect(form({ alsoAgentIds: [] }).alsoAgentIds).toEqual([]);
  });

  describe('isolation', () => {
    const chosen = (value: 'sealed' | 'isolated' | 'in-place', couldSeal: boolean) => ({
      ...nothing,
      isolation: { value, couldSeal, setting: 'sealed' } as const,
    });
    const isolationOf = (
      last: typeof nothing | ReturnType<typeof chosen>,
      seal: typeof can | typeof cannot | null,
      settings: Settings = defaultSettings,
    ) => resolveForm(emptyDraft, last, settings, agents, null, seal).isolation;

    it('is sealed unless the user said otherwise', () => {
      expect(isolationOf(nothing, null)).toBe('sealed');
      expect(isolationOf(nothing, can)).toBe('sealed');
      const settings = { ...defaultSettings, defaultIsolation: 'in-place' } as const;
      expect(isolationOf(nothing, can, settings)).toBe('in-place');
    });

    it('is what was chosen the last time, until the setting is changed', () => {
      expect(isolationOf(chosen('isolated', true), can)).toBe('isolated');
      const settings = { ...defaultSettings, defaultIsolation: 'in-place' } as const;
      expect(isolationOf(chosen('isolated', true), can, settings)).toBe('in-place');
    });

    it('is sealed again once it can be, if another was chosen only because it could not', () => {
      expect(isolationOf(chosen('isolated', false), cannot)).toBe('isolated');
      expect(isolationOf(chosen('isolated', false), can)).toBe('sealed');
    });

    it('never becomes less by itself where nothing can be sealed', () => {
      expect(isolationOf(nothing, cannot)).toBe('sealed');
      expect(isolationOf(chosen('isolated', true), cannot)).toBe('sealed');
    });
  });
});

describe('validateForm', () => {
  const form = {
    agentId: id('demo'),
    alsoAgentIds: [],
    folder: '/work',
    isolation: 'isolated',
    prompt: '',
    base: null,
  } as const;

  it.each(['/work', 'C:\\work', 'c:/work', '\\\\server\\share', '~', '~/work'])(
    'accepts %s as a full path',
    (folder) => expect(validateForm({ ...form, folder }, can)).toEqual({}),
  );

  it.each(['', '  ', 'work', './work', '~work'])('refuses %j as a folder', (folder) =>
    expect(validateForm({ ...form, folder }, can).folder).toBeDefined(),
  );

  it('requires an agent but no prompt', () => {
    expect(validateForm({ ...form, agentId: null }, can)).toEqual({ agent: 'Choose an agent.' });
  });

  it('asks to choose again where a session cannot be sealed', () => {
    expect(validateForm({ ...form, isolation: 'sealed' }, cannot).isolation).toBeDefined();
    expect(validateForm({ ...form, isolation: 'sealed' }, null)).toEqual({});
    expect(validateForm({ ...form, isolation: 'isolated' }, cannot)).toEqual({});
  });

  it('is complete once agent and folder are known', () => {
    expect(isComplete(form)).toBe(true);
    expect(isComplete({ ...form, folder: '' })).toBe(false);
    expect(isComplete({ ...form, agentId: null })).toBe(false);
  });
});
