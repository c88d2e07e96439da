import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitRepository } from '../test/support/gitRepository';
import { expect, test } from './fixtures';

/** Claude Code writes itself and asks first; the next asks us to write; the last just writes. */
const wires = [
  { wire: 'claude', args: ['--input-format', 'stream-json'], asks: true },
  { wire: 'acp-2025.1', args: [], asks: false },
  { wire: 'threads', args: [], asks: false },
] as const;

test('agents of several protocols work side by side; what one lacks is disabled, with the reason', async ({
  open,
  peer,
  folder,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('three sessions on three protocols work side by side, and each edit is reviewed', async () => {
    const agents = Object.fromEntries(wires.map(({ wire, args }) => [wire, peer(wire, ...args)]));
    const { workbench } = await open(agents, { settings: { permissions: { copyEdits: false } } });
    const sessions = [];
    for (const { wire, asks } of wires) {
      const project = join(folder, wire);
      await GitRepository.createWith(project, { 'notes.txt': 'before\n' });
      const prompt = `edit as ${wire}`;
      const pane = await workbench.start({ agent: wire, folder: project, prompt });
      sessions.push({ pane, notes: join(project, 'notes.txt'), asks });
    }
    await expect(workbench.sessions).toHaveCount(wires.length);

    for (const { pane, notes, asks } of sessions) {
      if (asks) await pane.option('Allow').click();
      const changes = await pane.review();
      await changes.open('notes.txt');
      expect(readFileSync(notes, 'utf8')).toBe('before\n');
      await changes.hunk(1).getByRole('button', { name: 'Accept hunk' }).click();
      await expect(changes.hunk(1)).toContainText('Accepted');
      expect(readFileSync(notes, 'utf8')).toBe('after\n');
    }
  });

  await test.step('a feature that a protocol does not support is disabled, with the reason', async () => {
    const { workbench, window } = await open({ Drafter: peer('threads') });
    const project = join(folder, 'project');
    await GitRepository.createWith(project, { 'notes.txt': 'before\n' });
    const pane = await workbench.start({ folder: project, prompt: 'stall' });
    await expect(pane.transcript).toContainText('Working');

    const greyed = [
      ['Attach images', 'This protocol is text only.'],
      ['Mode', 'This protocol has no modes.'],
      ['Model', 'This protocol has no options.'],
      ['Steer', 'This protocol has no messages while the agent works.'],
    ] as const;
    await pane.prompt.fill('and this');
    for (const [name, reason] of greyed) {
      const control = pane.region.getByRole('button', { name, exact: true });
      await expect(control).toBeDisabled();
      await expect(control).toHaveAccessibleDescription(reason);
    }
    // The eye is told what the ear is told, by pointer and by key.
    await pane.region.getByRole('button', { name: 'Attach images' }).focus();
    await window.keyboard.press('Shift+Tab');
    await window.keyboard.press('Tab');
    await expect(window.getByText('This protocol is text only.')).toBeVisible();
    await pane.prompt.press('Alt+Enter');
    await expect(
      pane.region.getByRole('status').filter({ hasText: 'no messages while the agent works' }),
    ).toBeVisible();

    await workbench.run('Show agent details');
    const details = workbench.dialog('Drafter');
    await expect(details).toContainText('Threads (detected)');
    await expect(details.getByRole('listitem').filter({ hasText: 'Accepts images' })).toContainText(
      'This protocol is text only.',
    );
    await window.keyboard.press('Escape');

    await expect(pane.stop).toHaveAccessibleDescription(/no stop request/);
    await pane.stop.click();
    await pane.region.getByRole('button', { name: 'Force stop' }).click();
    await expect(pane.stop).toBeHidden();
  });
});

test('an agent is added, changed and removed in the settings', async ({ open }) => {
  const { workbench, window, userData } = await open({});
  await workbench.run('Add an agent');
  const form = window.getByRole('form', { name: 'Add an agent' });
  await form.getByRole('textbox', { name: 'Command' }).fill('/opt/bin/codex');
  await expect(form).toContainText('codex login');
  await form.getByRole('button', { name: 'Use these arguments' }).click();
  await expect(form.getByRole('textbox', { name: 'Arguments' })).toHaveValue('app-server');
  await form.getByRole('textbox', { name: 'Name' }).fill('My Codex');
  await form.getByRole('button', { name: 'Add agent' }).click();
  await expect(workbench.dialog('Settings').getByText('/opt/bin/codex app-server')).toBeVisible();
  const saved = () => JSON.parse(readFileSync(join(userData, 'settings.json'), 'utf8'));
  const added = { name: 'My Codex', command: '/opt/bin/codex', args: ['app-server'] };
  expect(saved().agents['my-codex']).toEqual(added);
  await window.getByRole('switch', { name: 'Try version 2 of ACP' }).click();
  await expect.poll(() => saved().experimental).toEqual({ acpVersion2: true });
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => saved().agents).toEqual({});

  await workbench.run('Add an agent');
  await form.getByRole('textbox', { name: 'Command' }).fill('mine');
  await form.getByRole('button', { name: 'Add agent' }).click();
  await window.getByRole('button', { name: 'Edit mine' }).click();
  const editing = window.getByRole('form', { name: 'Edit agent' });
  await editing.getByRole('textbox', { name: 'Environment' }).fill('nonsense');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing).toContainText('NAME=value');
  await editing.getByRole('textbox', { name: 'Environment' }).fill('TOKEN=a=b');
  await editing.getByRole('combobox', { name: 'Protocol' }).click();
  await window.getByRole('option', { name: 'Crow' }).click();
  await editing
    .getByRole('checkbox', { name: /^Run its commands in Airlock’s terminals/ })
    .uncheck();
  await editing.getByRole('button', { name: 'Save' }).click();
  const changed = {
    ...{ name: 'mine', command: 'mine', args: [], env: { TOKEN: 'a=b' } },
    ...{ wire: 'crow', withhold: ['terminal'] },
  };
  await expect.poll(() => saved().agents.mine).toEqual(changed);
  await window.getByRole('button', { name: 'Undo' }).click();
  const original = { name: 'mine', command: 'mine', args: [] };
  await expect.poll(() => saved().agents.mine).toEqual(original);
  await window.getByRole('button', { name: 'Remove mine' }).click();
  await expect.poll(() => saved().agents).toEqual({});
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => saved().agents.mine).toEqual(original);
});
