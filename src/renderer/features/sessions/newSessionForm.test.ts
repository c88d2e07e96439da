import { describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '#shared/settings';
import { agentChoices, emptyDraft, resolveForm, validateForm } from './newSessionForm';

const settings: Settings = {
  ...defaultSettings,
  agents: {
    demo: { command: 'demo' },
    claude: { command: 'claude', name: 'Claude Code' },
    old: { command: 'old', enabled: false },
  },
};
const nothing = { agentId: null, folder: null };

describe('agentChoices', () => {
  it('offers enabled agents, by name or else by id', () => {
    expect(agentChoices(settings.agents)).toEqual([
      { id: 'demo', name: 'demo' },
      { id: 'claude', name: 'Claude Code' },
    ]);
  });
});

describe('resolveForm', () => {
  it('takes the draft over last time, and last time over the settings', () => {
    const last = { agentId: 'claude', folder: '/last' };
    const draft = { ...emptyDraft, agentId: 'demo', folder: '/typed' };
    expect(resolveForm(draft, last, settings, '/window')).toMatchObject({
      agentId: 'demo',
      folder: '/typed',
    });
    expect(resolveForm(emptyDraft, last, settings, null)).toMatchObject({
      agentId: 'claude',
      folder: '/last',
    });
    expect(
      resolveForm(emptyDraft, nothing, { ...settings, defaultAgent: 'claude' }, null).agentId,
    ).toBe('claude');
  });

  it('puts the folder that the window was opened on before last time', () => {
    expect(
      resolveForm(emptyDraft, { agentId: null, folder: '/last' }, settings, '/window').folder,
    ).toBe('/window');
  });

  it('passes over agents that are gone or switched off', () => {
    expect(resolveForm(emptyDraft, { agentId: 'gone', folder: null }, settings, null).agentId).toBe(
      'demo',
    );
    expect(resolveForm({ ...emptyDraft, agentId: 'old' }, nothing, settings, null).agentId).toBe(
      'demo',
    );
    expect(resolveForm(emptyDraft, nothing, defaultSettings, null).agentId).toBeNull();
  });
});

describe('validateForm', () => {
  const form = { agentId: 'demo', folder: '/work', isolation: 'isolated', prompt: '' } as const;

  it.each(['/work', 'C:\\work', 'c:/work', '\\\\server\\share', '~', '~/work'])(
    'takes %s for a full path',
    (folder) => expect(validateForm({ ...form, folder })).toEqual({}),
  );

  it.each(['', '  ', 'work', './work', '~work'])('refuses %j as a folder', (folder) =>
    expect(validateForm({ ...form, folder }).folder).toBeDefined(),
  );

  it('needs an agent but no prompt', () => {
    expect(validateForm({ ...form, agentId: null })).toEqual({ agent: 'Choose an agent.' });
  });
});
