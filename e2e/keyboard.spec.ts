import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';

const asks: Scenario = {
  turns: [
    [
      {
        ask: {
          toolCall: { toolCallId: 'call-1', title: 'Tidy up', kind: 'execute' },
          onAllowed: [{ say: 'Tidy.' }],
        },
      },
    ],
    [{ echo: true }],
  ],
};

test('the keyboard alone starts a session and answers its question', async ({
  open,
  script,
  project,
}) => {
  const { workbench, window } = await open({ Alpha: script(asks) }, { args: [project] });
  const { keyboard } = window;
  await expect(window.getByRole('heading', { name: 'project' })).toBeVisible();

  // Start a session: the dialog opens on the prompt, since all else is known.
  await keyboard.press('ControlOrMeta+n');
  const dialog = workbench.dialog('New session');
  await expect(dialog.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await keyboard.type('clean up');
  await keyboard.press('Enter');
  const pane = workbench.session('clean up');
  await expect(pane.prompt).toBeFocused();

  // Answer what it asks: the key leads there, and a digit picks.
  await expect(pane.option('Allow')).toBeVisible();
  await keyboard.press('ControlOrMeta+j');
  await expect(pane.permissions).toBeFocused();
  await expect(async () => {
    await keyboard.press('1');
    await expect(pane.option('Allow')).toBeHidden({ timeout: 200 });
  }).toPass();
  await expect(pane.transcript).toContainText('Tidy.');

  // Say more, by the prompt of the pane that is active.
  await keyboard.press('F6');
  await expect(pane.prompt).toBeFocused();
  await keyboard.type('and the attic');
  await keyboard.press('Enter');
  await expect(pane.transcript.getByText('and the attic')).toHaveCount(2);

  // A second session by the palette, then back to the first by the sidebar's tree.
  await keyboard.press('ControlOrMeta+k');
  await expect(workbench.dialog('Command palette').getByRole('combobox')).toBeFocused();
  await keyboard.type('new session');
  await keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await keyboard.type('second');
  await keyboard.press('Enter');
  await expect(workbench.session('second').prompt).toBeFocused();
  await keyboard.press('ControlOrMeta+Shift+f');
  await expect(workbench.list.search).toBeFocused();
  await keyboard.press('Tab');
  await expect(workbench.list.row('second')).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(workbench.list.row('clean up')).toBeFocused();
  await keyboard.press('ArrowLeft');
  await expect(workbench.list.folder('project')).toBeFocused();
  await keyboard.press('ArrowLeft');
  await expect(workbench.list.row('clean up')).toBeHidden();
  await keyboard.press('ArrowRight');
  await keyboard.press('End');
  await expect(workbench.list.row('clean up')).toBeFocused();
  await keyboard.press('Enter');
  await expect(pane.prompt).toBeFocused();

  // The session's menu opens by key, too.
  await keyboard.press('ControlOrMeta+Shift+f');
  await keyboard.press('Tab');
  await keyboard.press('Shift+F10');
  await expect(window.getByRole('menu')).toBeVisible();
  await keyboard.press('Escape');
  await expect(window.getByRole('menu')).toBeHidden();

  // Close both panes, and bring one back.
  await keyboard.press('F6');
  await keyboard.press('ControlOrMeta+w');
  await expect(workbench.sessions).toHaveCount(1);
  await keyboard.press('ControlOrMeta+w');
  await expect(window.getByRole('heading', { name: 'project' })).toBeVisible();
  await keyboard.press('ControlOrMeta+Shift+t');
  await expect(workbench.sessions).toHaveCount(1);
});

test('a shortcut is changed in the settings, a conflict is shown, and the default is restored', async ({
  open,
}) => {
  const { workbench, window } = await open({});
  const settings = workbench.dialog('Settings');
  const keyOf = (title: string) =>
    settings.getByRole('button', { name: new RegExp(`^Shortcut for “${title}”`) });
  const newSession = workbench.dialog('New session');
  await window.keyboard.press('ControlOrMeta+,');
  await settings.getByRole('tab', { name: 'Keyboard' }).click();
  await settings.getByRole('textbox', { name: 'Search commands and keys' }).fill('new session');
  await keyOf('New session').click();
  await window.keyboard.press('ControlOrMeta+K');
  await expect(settings).toContainText('Already used by “Show command palette”');
  await keyOf('New session').click();
  await window.keyboard.press('ControlOrMeta+Shift+U');
  await expect(settings).not.toContainText('Already used by');
  await window.keyboard.press('Escape');

  await window.keyboard.press('ControlOrMeta+n');
  await window.keyboard.press('ControlOrMeta+Shift+U');
  await expect(newSession).toBeVisible();
  await window.keyboard.press('Escape');
  await window.keyboard.press('ControlOrMeta+,');
  await settings.getByRole('tab', { name: 'Keyboard' }).click();
  await settings.getByRole('button', { name: 'Reset shortcut for “New session”' }).click();
  await expect(keyOf('New session')).toHaveAccessibleName(/N$/);
});

test('an agent is chosen by typing its name, and nothing starts yet', async ({
  open,
  script,
  project,
}) => {
  const agents = { Alpha: script(asks), Beta: script(asks) };
  const { workbench, window } = await open(agents, { args: [project] });
  await window.keyboard.press('ControlOrMeta+n');
  const dialog = workbench.dialog('New session');
  const agent = dialog.getByRole('combobox', { name: 'Agent' });
  await agent.fill('bet');
  await expect(window.getByRole('option', { name: 'Beta' })).toBeVisible();
  await agent.press('Enter');
  await expect(agent).toHaveValue('Beta');
  await agent.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(workbench.sessions).toHaveCount(0);
});
