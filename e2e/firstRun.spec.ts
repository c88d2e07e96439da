import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures';
import { Workbench } from './pages/workbench';

test('a new user tries the app on the sample project', async ({ launch }) => {
  const app = await launch({ settings: null });
  const workbench = new Workbench(app.window);
  await expect(app.window.getByRole('heading', { name: 'Nothing lands unseen' })).toBeVisible();
  await app.window.getByRole('button', { name: 'Try it on a sample project' }).click();

  // Two sessions of the built-in agent, side by side: one has looked, one has edited its copy.
  await expect(workbench.sessions).toHaveCount(2);
  const looked = workbench.session(/TODO/i);
  await expect(looked.transcript).toContainText('src/price.js');
  const asking = workbench.session(/price|cart/i);
  await expect(asking.transcript).toContainText('by the rule “Edits in the session’s own copy”');
  await expect(asking.stop).toBeHidden();

  const project = join(app.userData, 'sample-project');
  expect(existsSync(join(project, '.git'))).toBe(true);
  await expect(workbench.list.folder('sample-project')).toBeVisible();
});

test('a window without a session offers what to do, and opens the folder it was given', async ({
  launch,
  project,
}) => {
  const app = await launch({ args: [project] });
  const main = app.window.getByRole('main');
  await expect(main.getByRole('heading', { name: 'project' })).toBeVisible();
  await main.getByRole('button', { name: 'Give an agent a task' }).click();
  const dialog = app.window.getByRole('dialog', { name: 'New session' });
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveValue(project);
  await expect(dialog.getByRole('combobox', { name: 'Agent' })).toHaveValue('Airlock Demo');
  await expect(dialog.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
});

test('the new session dialog remembers the last choices', async ({
  launch,
  open,
  script,
  project,
}) => {
  const agents = { Alpha: script('hello'), Beta: script('hello') };
  const first = await open(agents);
  await first.workbench.start({ agent: 'Beta', folder: project, prompt: 'hello' });
  await first.close();
  const second = await launch({ userData: first.userData });
  await second.window.getByRole('button', { name: 'New session', exact: true }).click();
  const dialog = second.window.getByRole('dialog', { name: 'New session' });
  await expect(dialog.getByRole('combobox', { name: 'Agent' })).toHaveValue('Beta');
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveValue(project);
});
