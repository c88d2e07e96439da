import { describe, expect, it } from 'vitest';
import type { AgentId } from '#shared/ids';
import { type AgentSettings, defaultSettings } from '#shared/settings';
import type { AgentDefinition } from './agents';
import { AgentCatalogue } from './catalogue';

const demo: AgentDefinition = {
  id: 'demo' as AgentId,
  name: 'Demo',
  command: 'demo-agent',
  args: [],
  env: {},
  wire: 'acp',
};

function catalogueOf(agents: Readonly<Record<string, AgentSettings>>): AgentCatalogue {
  return new AgentCatalogue(demo, () => ({ ...defaultSettings, agents }));
}

describe('AgentCatalogue', () => {
  it('offers the bundled agent when there is no other', () => {
    expect(catalogueOf({}).choices()).toEqual([
      { id: 'demo', name: 'Demo', command: 'demo-agent', builtIn: true },
    ]);
  });

  it('offers the agents of the settings first, and fills in what they leave out', () => {
    const catalogue = catalogueOf({ mine: { command: 'mine', args: ['--acp', 'x'] } });
    expect(catalogue.choices().map(({ id, command }) => [id, command])).toEqual([
      ['mine', 'mine --acp x'],
      ['demo', 'demo-agent'],
    ]);
    expect(catalogue.find('mine' as AgentId)).toEqual({
      id: 'mine',
      name: 'mine',
      command: 'mine',
      args: ['--acp', 'x'],
      env: {},
      wire: 'auto',
    });
  });

  it('starts a known program with the arguments that make it speak its protocol', () => {
    const catalogue = catalogueOf({ codex: { command: 'codex' } });
    expect(catalogue.find('codex' as AgentId)?.args).toEqual(['app-server']);
  });

  it('lets the settings replace the bundled agent, and disable any agent', () => {
    const replaced = catalogueOf({ demo: { name: 'Better', command: 'better' } });
    expect(replaced.choices()).toMatchObject([{ id: 'demo', name: 'Better' }]);
    const off = catalogueOf({ mine: { command: 'mine', enabled: false } });
    expect(off.find('mine' as AgentId)).toBeUndefined();
  });

  it('follows changes of the settings', () => {
    let agents: Readonly<Record<string, AgentSettings>> = {};
    const catalogue = new AgentCatalogue(demo, () => ({ ...defaultSettings, agents }));
    expect(catalogue.find('mine' as AgentId)).toBeUndefined();
    agents = { mine: { command: 'mine' } };
    expect(catalogue.find('mine' as AgentId)).toMatchObject({ command: 'mine' });
  });
});
