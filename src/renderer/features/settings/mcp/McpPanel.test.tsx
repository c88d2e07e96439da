import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentChoice } from '#shared/ipc/agents';
import type { ImportableServers, McpTestReport } from '#shared/ipc/mcp';
import type { McpServerSettings } from '#shared/mcp/server';
import { defaultSettings } from '#shared/settings';
import { bridge } from '#test/window/setup';
import { agentsStore } from '#window/state/agents/agentsStore';
import { settingsSection } from '#window/state/layout/settingsSection';
import { settingsStore } from '#window/state/settingsStore';
import { McpPanel } from './McpPanel';

function show(mcpServers: Readonly<Record<string, McpServerSettings>> = {}) {
  settingsStore.setState({ settings: { ...defaultSettings, mcpServers }, problems: [] });
  settingsSection.show('MCP servers');
  render(<McpPanel />);
  return userEvent.setup();
}

const changes = () => bridge.inputs('settings.update').flatMap((input) => input.changes);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

const report: McpTestReport = {
  name: 'Files',
  version: '1.2',
  protocol: null,
  tools: [{ name: 'read_file', description: 'Reads a file' }],
  isComplete: true,
  milliseconds: 1234,
};

beforeEach(() => {
  bridge.answer('settings.update', () => ({ undo: 1 }));
  bridge.answer('mcp.importable', () => ({ servers: [], problems: [] }));
  bridge.answer('mcp.keepSecrets', ({ entry }) => ({ entry }));
  bridge.answer('mcp.secrets', () => ({ plain: {}, whyNotKept: null }));
  agentsStore.setState({
    agents: [
      { id: 'one', name: 'Agent One' },
      { id: 'two', name: 'Agent Two' },
    ] as readonly object[] as readonly AgentChoice[],
  });
});

describe('the MCP servers in the settings', () => {
  it('offer to move their secrets to the key store', async () => {
    bridge.answer('mcp.secrets', () => ({ plain: { files: ['API_KEY'] }, whyNotKept: null }));
    bridge.answer('mcp.moveSecrets', () => ({ moved: ['API_KEY'] }));
    const user = show({
      files: { command: 'files', env: { API_KEY: 'hush-4711' } },
      other: { command: 'other' },
    });
    expect(await screen.findByText(/API_KEY stands in settings.json/)).toBeTruthy();
    await user.click(button('Move to the key store'));
    expect(bridge.inputs('mcp.moveSecrets')).toEqual([{ name: 'files' }]);
  });

  it('are saved without the secrets that the key store took', async () => {
    const kept = { url: 'https://a.test/mcp', headers: { 'X-Api-Key': 'kept elsewhere' } };
    bridge.answer('mcp.keepSecrets', () => ({ entry: kept }));
    const entry = { url: 'https://a.test/mcp', headers: { 'X-Api-Key': 'hush-4711' } };
    const found = { name: 'web', entry, origin: 'Zed', note: null };
    bridge.answer('mcp.importable', () => ({ servers: [found], problems: [] }));
    const user = show({ web: { ...entry, headers: { 'X-Api-Key': 'old' } } });
    await user.click(button('Edit web'));
    await user.clear(field('Headers'));
    await user.type(field('Headers'), 'X-Api-Key: hush-4711');
    await user.click(button('Save'));
    await expect
      .poll(changes)
      .toEqual([{ path: ['mcpServers', 'web', 'headers'], value: kept.headers }]);
    expect(bridge.inputs('mcp.keepSecrets')).toEqual([{ name: 'web', entry }]);
  });

  it('are saved as a whole if they were removed while they were edited', async () => {
    const user = show({ files: { command: 'files' } });
    await user.click(button('Edit files'));
    settingsStore.setState({ settings: defaultSettings, problems: [] });
    await user.type(field('Arguments'), 'more');
    await user.click(button('Save'));
    await expect
      .poll(changes)
      .toEqual([{ path: ['mcpServers', 'files'], value: { command: 'files', args: ['more'] } }]);
  });

  it('can be added as a command for some agents', async () => {
    const user = show();
    expect(screen.getByText('No MCP servers yet')).toBeTruthy();
    await user.click(button('Add a server'));
    await user.click(button('Add server'));
    expect(screen.getByText('Enter the program that starts the server.')).toBeTruthy();
    await user.type(field('Name'), 'files');
    await user.type(field('Command'), 'npx');
    await user.type(field('Arguments'), '-y "my files"');
    await user.type(field('Environment'), 'ROOT=/work{Enter}KEY=a=b');
    await user.click(screen.getByRole('checkbox', { name: 'Offer to all agents' }));
    await user.click(screen.getByRole('checkbox', { name: 'Agent Two' }));
    await user.click(button('Add server'));
    expect(changes()).toEqual([
      {
        path: ['mcpServers', 'files'],
        value: {
          command: 'npx',
          args: ['-y', 'my files'],
          env: { ROOT: '/work', KEY: 'a=b' },
          agents: ['one'],
        },
      },
    ]);
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('change only what was edited, and can be turned off', async () => {
    const user = show({ web: { url: 'https://a.test', headers: { 'X-A': '1' } } });
    await user.click(button('Edit web'));
    await user.click(screen.getByRole('checkbox', { name: 'Use in new sessions' }));
    await user.type(field('Headers'), '{Enter}X-B: 2');
    await user.click(button('Save'));
    expect(changes()).toEqual([
      { path: ['mcpServers', 'web', 'headers'], value: { 'X-A': '1', 'X-B': '2' } },
      { path: ['mcpServers', 'web', 'enabled'], value: false },
    ]);
  });

  it('keep two servers apart, and say what is not an address', async () => {
    const user = show({ web: { url: 'https://a.test' }, other: { command: 'b' } });
    await user.click(button('Edit web'));
    await user.clear(field('Name'));
    await user.type(field('Name'), 'other');
    await user.clear(field('Address'));
    await user.type(field('Address'), 'ftp://a');
    await user.click(button('Save'));
    expect(screen.getByText('A server with this name already exists.')).toBeTruthy();
    expect(screen.getByText(/begins with https/)).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  it('are removed, which can be undone', async () => {
    const user = show({ web: { url: 'https://a.test', enabled: false } });
    expect(screen.getByText('Off')).toBeTruthy();
    await user.click(button('Remove web'));
    expect(changes()).toEqual([{ path: ['mcpServers', 'web'] }]);
  });

  it('can be tested: their tools are listed', async () => {
    bridge.answer('mcp.test', () => report);
    const user = show({ files: { command: 'files', agents: ['one'], enabled: false } });
    expect(screen.getByText('For Agent One')).toBeTruthy();
    await user.click(button('Test files'));
    expect(await screen.findByText('It works: Files 1.2 · 1 tool · 1.2 s')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Tools' })).getByText('read_file')).toBeTruthy();
    expect(bridge.inputs('mcp.test')[0]?.target).toEqual({
      type: 'entry',
      entry: { command: 'files' },
    });
  });

  it('say why a test failed', async () => {
    bridge.refuse('mcp.test', 'The server ended (exit code 1).');
    const user = show({ files: { command: 'files' } });
    await user.click(button('Test files'));
    expect(await screen.findByText('The server ended (exit code 1).')).toBeTruthy();
  });

  it('give a test up when the user cancels it', async () => {
    const { promise } = Promise.withResolvers<McpTestReport>();
    bridge.answer('mcp.test', () => promise);
    const user = show({ files: { command: 'files' } });
    await user.click(button('Test files'));
    await user.click(button('Cancel the test of files'));
    expect(button('Test files')).toBeTruthy();
    expect(bridge.inputs('mcp.cancelTest')).toEqual([
      { testId: bridge.inputs('mcp.test')[0]?.testId },
    ]);
  });

  it('are imported under a free name', async () => {
    const list: ImportableServers = {
      servers: [
        { name: 'files', entry: { command: 'new' }, origin: 'Zed', note: 'Not imported: cwd' },
        { name: 'old', entry: { command: 'old' }, origin: 'Zed', note: null },
      ],
      problems: ['.mcp.json: It is too large.'],
    };
    bridge.answer('mcp.importable', () => list);
    const user = show({ files: { command: 'old' } });
    expect(await screen.findByText('.mcp.json: It is too large.')).toBeTruthy();
    expect(screen.getByText('Not imported: cwd')).toBeTruthy();
    expect(button('Import old').getAttribute('aria-disabled')).toBe('true');
    await user.click(button('Import files'));
    expect(changes()).toEqual([{ path: ['mcpServers', 'files-2'], value: { command: 'new' } }]);
  });
});
