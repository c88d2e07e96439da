import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { expect, test } from './fixtures';
import { Workbench } from './pages/workbench';

test('a sealed agent answers in the app, and the session says what holds', async ({
  launch,
  project,
}) => {
  test.skip(!existsSync('/usr/bin/bwrap'), 'bubblewrap is not installed');
  const { window } = await launch({ args: [project] });
  const workbench = new Workbench(window);
  const pane = await workbench.start({
    agent: 'Airlock Demo',
    folder: project,
    prompt: 'Read notes.md',
    isolation: 'Sealed',
  });
  // Of the file itself, which the agent reads in its copy.
  await expect(pane.transcript).toContainText('Nothing yet.');
  await window.getByRole('button', { name: 'Sealed', exact: true }).click();
  const dialog = window.getByRole('dialog', { name: 'Sealed' });
  await expect(dialog).toContainText('The system lets this agent write only to its own copy.');
  await expect(dialog).toContainText('It cannot see your project, your home folder or your keys');
  await dialog.getByText('Everything it can use').click();
  const everything = dialog.getByRole('region', { name: 'Everything it can use' });
  await expect(everything).toContainText('its own copy of the project');
  await expect(everything).not.toContainText(`${project} `);
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
