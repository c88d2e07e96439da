import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { scriptedAgent } from '../test/support/scenario';
import { TemporaryFolder } from '../test/support/temporaryFolder';
import { expect, test } from './fixtures';
import { Workbench } from './pages/workbench';

test('a session is sealed by default, says what holds, and is shown a refused path that the user allows', async ({
  launch,
  folder,
  project,
}) => {
  test.skip(!existsSync('/usr/bin/bwrap'), 'bubblewrap is not installed');
  const outside = join(folder, 'outside', 'notes.txt');
  await mkdir(join(folder, 'outside'));
  await writeFile(outside, 'Words from outside.\n');
  using own = new TemporaryFolder('airlock-sealed');
  const reading = { read: { path: outside, as: 'text', onError: [{ say: 'I may not.' }] } };
  const { command, args, env } = scriptedAgent(own, {
    stateFile: 'state.json',
    turns: [
      [{ read: { path: 'notes.md', onError: [] } }, reading, { say: 'Done.' }],
      [reading, { say: '{{text}}' }],
    ],
  });
  const reader = { name: 'Reader', command, args, env, wire: 'acp', seal: { write: [own.path] } };
  // Without a choice of isolation in the settings, as for a new user.
  const settings = { agents: { reader }, defaultIsolation: undefined };
  const { window, electron } = await launch({ args: [project], settings });
  const workbench = new Workbench(window);
  const pane = await workbench.start({ agent: 'Reader', folder: project, prompt: 'Read it' });
  await expect(pane.transcript).toContainText('I may not.');

  const badge = window.getByRole('button', { name: 'Sealed', exact: true });
  await expect(badge).toContainText('1 refused');
  await badge.click();
  const dialog = window.getByRole('dialog', { name: 'Sealed' });
  await expect(dialog).toContainText('The system lets this agent write only to its own copy.');
  await dialog.getByText('Everything it can use').click();
  const everything = dialog.getByRole('region', { name: 'Everything it can use' });
  await expect(everything).toContainText('its own copy of the project');
  await expect(everything).not.toContainText(`${project} `);
  const search = dialog.getByRole('textbox', { name: 'Search paths and reasons' });
  await search.fill('package caches');
  await expect(everything).not.toContainText('its own copy of the project');
  await search.fill('');
  const refused = dialog.getByRole('region', { name: 'Refused so far' });
  await expect(refused).toContainText(outside);
  await refused.getByRole('button', { name: `Allow reading ${outside} in this session` }).click();
  await window.getByRole('button', { name: 'Ask it to try again' }).click();
  await expect(pane.transcript).toContainText('Words from outside.');
  // A click elsewhere has closed it.
  await expect(dialog).toBeHidden();
  await badge.click();
  await dialog.getByText('Everything it can use').click();
  await expect(everything).toContainText('allowed by you, for this session');
  await expect(dialog.getByRole('button', { name: `Revoke ${outside}` })).toBeVisible();
  await window.keyboard.press('Escape');

  // A system without bubblewrap.
  await electron.evaluate(({ ipcMain }) => {
    const channel = 'airlock:request:sessions.canSeal';
    const value = {
      available: false,
      problem: 'missing',
      message: 'Sealing needs bubblewrap, which is not installed.',
      fix: 'sudo apt install bubblewrap',
    };
    ipcMain.removeHandler(channel);
    ipcMain.handle(channel, () => ({ ok: true, value }));
  });
  await window.getByRole('button', { name: 'New session', exact: true }).click();
  const form = workbench.dialog('New session');
  await expect(form).toContainText('Sealing needs bubblewrap, which is not installed.');
  await expect(form).toContainText('sudo apt install bubblewrap');
  await expect(form.getByRole('radio', { name: 'Sealed' })).toBeDisabled();
  await form.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(form).toContainText('Choose Isolated or In place');
  await form.getByRole('radio', { name: 'Isolated' }).check();
  await form.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(window.getByRole('button', { name: 'Isolated', exact: true })).toBeVisible();
});

test('a refused host is allowed for the project, and the next attempt reaches it', async ({
  launch,
  script,
  project,
}) => {
  test.skip(!existsSync('/usr/bin/bwrap'), 'bubblewrap is not installed');
  let answers = 0;
  const server = createServer((_, answer) => {
    answers++;
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = `exec 3<>/dev/tcp/127.0.0.1/\${HTTP_PROXY##*:}; printf 'GET http://${place}/ HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`;
  const attempt = { shell: `bash -c ${JSON.stringify(ask).replaceAll('$', '\\$')}` };
  const { command, args, env, journal } = script({
    turns: [
      [attempt, { say: 'First.' }],
      [attempt, { say: 'Second.' }],
    ],
  });
  const seal = { write: [dirname(journal.file)], hosts: ['listed.example'] };
  const settings = { agents: { net: { name: 'Net', command, args, env, wire: 'acp', seal } } };
  const { window } = await launch({ args: [project], settings });
  const pane = await new Workbench(window).start({
    agent: 'Net',
    folder: project,
    prompt: 'Go',
    isolation: 'Sealed',
  });
  await expect(pane.transcript).toContainText(`Airlock refused a connection to ${place}`);
  await expect(pane.transcript).toContainText('First.');
  expect(answers).toBe(0);
  await pane.transcript.getByRole('button', { name: 'Allow for this project' }).click();
  await expect(pane.transcript).toContainText('is now allowed for this project');
  await pane.say('Again');
  await expect(pane.transcript).toContainText('Second.');
  expect(answers).toBe(1);
  await window.getByRole('button', { name: 'Sealed', exact: true }).click();
  const dialog = window.getByRole('dialog', { name: 'Sealed' });
  await expect(dialog).toContainText(`reach only these hosts: listed.example and ${place}`);
  await dialog.getByText('Network: 2 hosts, 1 refused').click();
  const network = dialog.getByRole('region', { name: 'Network' });
  await expect(network).toContainText(`${place} allowed for this project`);
  server.close();
});
