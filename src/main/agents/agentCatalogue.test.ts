// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { describe, expect, it } from 'vitest';
import type { AgentId } from '#shared/ids';
import type { AgentFinding, LoginState } from '#shared/ipc/agents';
import { type AgentSettings, defaultSettings, type Settings } from '#shared/settings';
import { AgentCatalogue } from './agentCatalogue';
import type { AgentDefinition } from './agents';
import type { InstalledProgram } from './install/installedAgents';

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
      {
        id: 'demo',
        name: 'Demo',
        command: 'demo-agent',
        builtIn: true,
        source: 'built-in',
        finding: null,
      },
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

  describe('with agents on the computer', () => {
    const finding = (login: LoginState) =>
      ({ path: '/usr/bin/x', isInPath: true, version: '1.2.3', login }) as const;
    const there: Readonly<Record<string, AgentFinding>> = {
      claude: finding('none'),
      codex: finding('found'),
      gemini: { path: null, isInPath: false, version: null, login: 'unknown' },
    };
    const program = {
      command: '/data/agents/gemini/1.0.0/gemini',
      before: [],
      manifest: { name: 'Gemini CLI', version: '1.0.0', args: ['--acp'], env: {} },
    } as unknown as InstalledProgram;
    let own: readonly string[] = [];
    const surroundings = {
      finding: (command: string) => there[command] ?? null,
      isLooking: false,
      installed: {
        ids: () => own,
        program: (id: string) => (own.includes(id) ? program : null),
      },
    };
    const having = (agents: Settings['agents'], findAgents = true) =>
      new AgentCatalogue(demo, () => ({ ...defaultSettings, agents, findAgents }), surroundings);
    const ids = (catalogue: AgentCatalogue) => catalogue.choices().map(({ id }) => id);

    it('offers those that were found, with a login first, and not those that were not', () => {
      expect(ids(having({}))).toEqual(['codex', 'claude', 'demo']);
      expect(having({}).choices()[0]).toMatchObject({
        source: 'found',
        command: 'codex app-server',
        finding: { version: '1.2.3', login: 'found' },
      });
      expect(having({}).find('codex' as AgentId)?.wire).toBe('codex');
    });

    it('lets the settings speak for an agent, by its id or by its program', () => {
      expect(ids(having({ codex: { command: '/opt/codex' } }))).toEqual([
        'codex',
        'claude',
        'demo',
      ]);
      expect(ids(having({ work: { command: 'codex' } }))).toEqual(['work', 'claude', 'demo']);
      expect(ids(having({ codex: { command: 'codex', enabled: false } }))).toEqual([
        'claude',
        'demo',
      ]);
    });

    it('offers what the app has installed, also to settings that name the program alone', () => {
      own = ['gemini'];
      expect(ids(having({}))).toEqual(['gemini', 'codex', 'claude', 'demo']);
      expect(having({}).choices()[0]).toMatchObject({
        source: 'installed',
        finding: { path: program.command, version: '1.0.0' },
      });
      const mine = having({ mine: { command: 'gemini', args: ['-x'] } });
      expect(mine.find('mine' as AgentId)).toMatchObject({
        command: program.command,
        args: ['-x'],
      });
      const full = having({ mine: { command: '/usr/bin/gemini' } });
      expect(full.find('mine' as AgentId)).toMatchObject({ command: '/usr/bin/gemini' });
      own = [];
    });

    it('looks for and offers only those of the settings if so told', () => {
      const catalogue = having({ mine: { command: 'mine' } }, false);
      expect(ids(catalogue)).toEqual(['mine', 'demo']);
      expect(catalogue.commands()).toEqual(['mine']);
    });

    it('finds a known agent by its id although it is not there, unless it was disabled', () => {
      expect(having({}).find('gemini' as AgentId)).toMatchObject({ command: 'gemini' });
      const off = having({ gemini: { command: 'gemini', enabled: false } });
      expect(off.find('gemini' as AgentId)).toBeUndefined();
    });
  });

  it('starts a program of ours for an agent at an address, and looks for none', () => {
    const url = 'wss://example.com/agent';
    const agents = { far: { url, headers: { Authorization: 'Bearer ${TOKEN}' } } };
    const catalogue = new AgentCatalogue(demo, () => ({ ...defaultSettings, agents }), {
      finding: () => null,
      isLooking: false,
      bridge: { command: 'node', args: ['bridge.js'], env: { A: '1' } },
      installed: { ids: () => [], program: () => null },
    });
    expect(catalogue.find('far' as AgentId)).toMatchObject({
      url,
      command: 'node',
      args: ['bridge.js'],
      env: {
        A: '1',
        AIRLOCK_SOCKET_ADDRESS: url,
        AIRLOCK_SOCKET_HEADERS: '{"Authorization":"Bearer $${TOKEN}"}',
      },
      wire: 'acp',
    });
    expect(catalogue.choices()[0]).toMatchObject({ command: url, url, finding: null });
    expect(catalogue.commands()).not.toContain('node');
  });

  it('follows changes of the settings', () => {
    let agents: Readonly<Record<string, AgentSettings>> = {};
    const catalogue = new AgentCatalogue(demo, () => ({ ...defaultSettings, agents }));
    expect(catalogue.find('mine' as AgentId)).toBeUndefined();
    agents = { mine: { command: 'mine' } };
    expect(catalogue.find('mine' as AgentId)).toMatchObject({ command: 'mine' });
  });
});
