import { describe, expect, it } from 'vitest';
import type { AgentId } from '#shared/ids';
import { defaultSettings } from '#shared/settings';
import { emptyDraft, isComplete, resolveForm, validateForm } from './newSessionForm';

const id = (text: string) => text as AgentId;
const agents = ['demo', 'claude'].map((name) => ({
  id: id(name),
  name,
  command: name,
  builtIn: false,
}));
const nothing = { agentId: null, alsoAgentIds: [], folder: null };

describe('resolveForm', () => {
  it('prefers the draft over the last choices, and the last choices over the settings', () => {
    const last = { ...nothing, agentId: id('claude'), folder: '/last' };
    const draft = { ...emptyDraft, agentId: id('demo'), folder: '/typed' };
    expect(resolveForm(draft, last, defaultSettings, agents, '/window')).toMatchObject({
      agentId: 'demo',
      folder: '/typed',
    });
    expect(resolveForm(emptyDraft, last, defaultSettings, agents, null)).toMatchObject({
      agentId: 'claude',
      folder: '/last',
    });
    const settings = { ...defaultSettings, defaultAgent: 'claude' };
    expect(resolveForm(emptyDraft, nothing, settings, agents, null).agentId).toBe('claude');
  });

  it('prefers the folder that the window was opened on over the last one', () => {
    const last = { ...nothing, folder: '/last' };
    expect(resolveForm(emptyDraft, last, defaultSettings, agents, '/window').folder).toBe(
      '/window',
    );
  });

  it('skips agents that no longer exist', () => {
    const last = { ...nothing, agentId: id('gone') };
    expect(resolveForm(emptyDraft, last, defaultSettings, agents, null).agentId).toBe('demo');
    expect(resolveForm(emptyDraft, last, defaultSettings, [], null).agentId).toBeNull();
  });

  it('starts additional agents that exist, and none of them twice', () => {
    const draft = {
      ...emptyDraft,
      agentId: id('claude'),
      alsoAgentIds: [id('claude'), id('gone'), id('demo')],
    };
    expect(resolveForm(draft, nothing, defaultSettings, agents, null)).toMatchObject({
      agentId: 'claude',
      alsoAgentIds: ['demo'],
    });
  });

  it('offers the additional agents of last time, until the user chooses others', () => {
    const last = { ...nothing, agentId: id('claude'), alsoAgentIds: [id('demo'), id('gone')] };
    const form = (draft: Partial<typeof emptyDraft>) =>
      resolveForm({ ...emptyDraft, ...draft }, last, defaultSettings, agents, null);
    expect(form({}).alsoAgentIds).toEqual(['demo']);
    expect(form({ alsoAgentIds: [] }).alsoAgentIds).toEqual([]);
  });

  it('reads isolation from the settings each time', () => {
    const settings = { ...defaultSettings, defaultIsolation: 'in-place' } as const;
    expect(resolveForm(emptyDraft, nothing, settings, agents, null).isolation).toBe('in-place');
  });
});

describe('validateForm', () => {
  const form = {
    agentId: id('demo'),
    alsoAgentIds: [],
    folder: '/work',
    isolation: 'isolated',
    prompt: '',
  } as const;

  it.each(['/work', 'C:\\work', 'c:/work', '\\\\server\\share', '~', '~/work'])(
    'accepts %s as a full path',
    (folder) => expect(validateForm({ ...form, folder })).toEqual({}),
  );

  it.each(['', '  ', 'work', './work', '~work'])('refuses %j as a folder', (folder) =>
    expect(validateForm({ ...form, folder }).folder).toBeDefined(),
  );

  it('requires an agent but no prompt', () => {
    expect(validateForm({ ...form, agentId: null })).toEqual({ agent: 'Choose an agent.' });
  });

  it('is complete once agent and folder are known', () => {
    expect(isComplete(form)).toBe(true);
    expect(isComplete({ ...form, folder: '' })).toBe(false);
    expect(isComplete({ ...form, agentId: null })).toBe(false);
  });
});
