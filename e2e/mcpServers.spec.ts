import { fileURLToPath } from 'node:url';
import { expect, test } from './fixtures';

const tiny = fileURLToPath(new URL('../test/fixtures/mcp/tinyServer.mjs', import.meta.url));

test('an MCP server is added, tested, and given to an agent, which the session says', async ({
  open,
  script,
  project,
}, info) => {
  const agent = script({ turns: [[{ say: 'I have: {{mcpServers}}.' }]] });
  const web = { url: 'https://web.test/mcp' };
  const { window, workbench } = await open({ Alpha: agent }, { settings: { mcpServers: { web } } });
  await window.keyboard.press('ControlOrMeta+,');
  const settings = workbench.dialog('Settings');
  await settings.getByRole('tab', { name: 'MCP servers' }).click();
  await settings.getByRole('button', { name: 'Add a server' }).click();
  const form = settings.getByRole('form', { name: 'Add an MCP server' });
  await form.getByLabel('Name').fill('tiny');
  await form.getByLabel('Command').fill(agent.command);
  await form.getByLabel('Arguments').fill(`${tiny} plain`);
  const variables = { ...agent.env, GREETING: 'hello' };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  await form.getByLabel('Environment').fill(lines.join('\n'));
  await form.getByRole('button', { name: 'Test this server' }).click();
  await expect(form.getByRole('list', { name: 'Tools' })).toContainText('Echoes hello');
  await window.screenshot({ path: info.outputPath('tested.png') });
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(settings.getByRole('list', { name: 'MCP servers' })).toContainText('tiny');
  await window.screenshot({ path: info.outputPath('listed.png') });
  await window.keyboard.press('Escape');

  const session = await workbench.start({ folder: project, prompt: 'Which servers?' });
  await expect(session.transcript).toContainText('I have: tiny.');
  await window.getByRole('button', { name: 'Agent: Alpha' }).click();
  const servers = window.getByRole('region', { name: 'MCP servers' });
  await expect(servers).toContainText('Passed: tiny from your settings');
  await expect(servers).toContainText('This agent does not support MCP servers over HTTP.');
  await window.screenshot({ path: info.outputPath('given.png') });
});
