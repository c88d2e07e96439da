import { join } from 'node:path';
import type { Step } from '../test/agent/step';
import { expect, test } from './fixtures';
import { flawsIn } from './pages/flaws';

const asks = (path: string): Step => ({
  ask: {
    toolCall: { toolCallId: path, title: `Write ${path}`, kind: 'edit' },
    onAllowed: [{ diskWrite: { path, content: 'checked\n' } }],
    onRejected: [{ say: 'Then I leave it.' }],
  },
});

test('an agent is checked from its error and from the settings, and the result is kept', async ({
  open,
  launch,
  script,
  project,
  folder,
}) => {
  test.slow();
  const good = script({
    initialize: { agentInfo: { name: 'good', title: 'Good', version: '1.2.3' } },
    load: false,
    turns: [
      { when: 'refused', steps: [asks('airlock-check-refused.txt')] },
      {
        when: 'airlock-check-file',
        steps: [
          asks('airlock-check-file.txt'),
          { shell: 'echo checked > airlock-check-command.txt' },
        ],
      },
      // It does not stop.
      { when: 'Count', steps: [{ say: 'one' }, { end: { stopReason: 'max_tokens' } }] },
    ],
  });
  const missing = { command: join(folder, 'nowhere'), args: [], env: {} };
  const app = await open({ Good: good, Broken: missing });
  const { window, workbench } = app;
  const card = window.getByRole('article', { name: 'Result of the check' });
  const results = card.getByRole('listitem');
  const settings = workbench.dialog('Settings');

  await test.step('from an error', async () => {
    const pane = await workbench.start({ agent: 'Broken', folder: project });
    await pane.transcript.getByRole('button', { name: 'Check' }).click();
    await settings.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(card).toContainText('1 problem', { timeout: 60_000 });
    await expect(results.filter({ hasText: 'command not found' })).toContainText('Start: Problem');
    await window.keyboard.press('Escape');
  });

  await test.step('from the settings, with prompts', async () => {
    await window.getByRole('button', { name: 'Settings', exact: true }).click();
    await window.getByRole('tab', { name: 'Agents' }).click();
    await window.getByRole('button', { name: 'Check Good' }).click();
    await settings.getByRole('button', { name: 'Check with prompts' }).click();
    await expect(card).toContainText('Version 1.2.3', { timeout: 60_000 });
    await expect(results.filter({ hasText: 'Permission: Good' })).toBeVisible();
    await expect(results.filter({ hasText: 'File: Good' })).toBeVisible();
    await expect(results.filter({ hasText: 'Command: Good' })).toBeVisible();
    expect(await flawsIn(window, '[aria-label="Result of the check"]')).toEqual([]);
    await app.close();
  });

  await test.step('and is there after a restart, by the palette', async () => {
    const later = await launch({ userData: app.userData });
    await later.window.getByRole('region', { name: /^Session: / }).waitFor();
    await later.window.keyboard.press('ControlOrMeta+k');
    const palette = later.window.getByRole('dialog', { name: 'Command palette' });
    await palette.getByRole('combobox').fill('Check an agent');
    await palette.getByRole('option', { name: 'Check an agent…' }).click();
    await expect(later.window.getByRole('heading', { name: 'Check Broken' })).toBeVisible();
    await expect(later.window.getByRole('article')).toContainText('command not found');
  });
});
