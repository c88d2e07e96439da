import { existsSync } from 'node:fs';
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
