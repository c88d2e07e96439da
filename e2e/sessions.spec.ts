import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures';

test('sessions are renamed, archived, deleted, counted, grouped, found, exported, duplicated and continued', async ({
  open,
  script,
  project,
  folder,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('a session is renamed in place, archived and brought back, and deleted once that is confirmed', async () => {
    const { workbench, window } = await open({ Alpha: script('hello') });
    await workbench.start({ folder: project, prompt: 'first' });
    await workbench.list.row('first').focus();
    await window.keyboard.press('F2');
    const field = workbench.list.navigation.getByRole('textbox', { name: 'Session title' });
    await expect(field).toBeFocused();
    await field.fill('Better name');
    await window.keyboard.press('Enter');
    await expect(workbench.session('Better name').region).toBeVisible();
    await expect(workbench.list.row('Better name')).toBeFocused();

    await workbench.list.pick('Better name', 'Rename');
    await field.fill('Never mind');
    await window.keyboard.press('Escape');
    await expect(workbench.list.row('Better name')).toBeVisible();

    await workbench.list.pick('Better name', 'Archive');
    await expect(workbench.list.row('Better name')).toBeHidden();
    await workbench.list.folder('Archived').click();
    await workbench.list.pick('Better name', 'Unarchive');
    await expect(workbench.list.folder('Archived')).toBeHidden();
    await expect(workbench.list.row('Better name')).toBeVisible();

    const pane = workbench.session('Better name');
    await workbench.list.row('Better name').focus();
    await window.keyboard.press('Delete');
    const question = window.getByRole('alertdialog');
    await expect(question).toContainText('Delete “Better name”?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.list.row('Better name')).toBeVisible();

    await workbench.list.pick('Better name', 'Delete…');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(pane.region).toBeHidden();
    await expect(workbench.list.row('Better name')).toBeHidden();
    await expect(window.getByRole('heading', { name: 'Nothing lands unseen' })).toBeVisible();
  });

  await test.step('the list says how many lines wait to be reviewed', async () => {
    const agent = script({
      turns: [
        [{ diskWrite: { path: 'new.md', content: 'line\n'.repeat(1_200) } }, { say: 'Done.' }],
      ],
    });
    const { workbench, window } = await open({ OpenCode: agent });
    const pane = await workbench.start({ folder: project, prompt: 'write it' });
    await expect(pane.transcript).toContainText('Done.');
    const row = workbench.list.row('write it');
    await expect(row).toContainText('+1,200');
    await expect(row).toContainText('Ready for review');
    const name = row.getByText('OpenCode', { exact: true });
    expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);

    // Only those in this state are listed, until the user wants all again.
    const shown = workbench.list.navigation.locator('[data-row^="ses_"]');
    const before = await shown.count();
    await window.getByRole('button', { name: 'Filter and sort' }).click();
    await window.getByRole('menuitemcheckbox', { name: 'Ready for review' }).click();
    await expect(shown).toHaveCount(1);
    await expect(row).toBeVisible();
    await window.getByRole('button', { name: 'Filter and sort: Ready for review' }).click();
    await window.getByRole('menuitemcheckbox', { name: 'All sessions' }).click();
    await expect(shown).toHaveCount(before);
  });

  await test.step('sessions are grouped by project and found by search words', async () => {
    const { workbench, window } = await open({ Alpha: script('echo') });
    await workbench.start({ folder: project, prompt: 'plant the tulips' });
    const garden = join(folder, `garden${' of many flowers'.repeat(8)}`);
    await mkdir(garden);
    const daffodils = await workbench.start({ folder: garden, prompt: 'water the daffodils' });
    await expect(daffodils.transcript.getByText('water the daffodils')).toHaveCount(2);
    await expect(workbench.list.navigation.getByRole('treeitem', { level: 1 })).toHaveCount(2);
    // A long name is cut, and nothing is pushed out of sight.
    const tooWide = await workbench.list.navigation.evaluate((list) =>
      [...list.querySelectorAll('*')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
        .map(({ className }) => className),
    );
    expect(tooWide).toEqual([]);

    await window.keyboard.press('ControlOrMeta+Shift+f');
    await window.keyboard.type('tulips');
    await expect(workbench.list.row('plant the tulips')).toBeVisible();
    await expect(workbench.list.row('water the daffodils')).toBeHidden();
    const found = workbench.list.navigation.getByRole('region', { name: 'Found in transcripts' });
    await expect(found.getByRole('button').first()).toContainText('tulips');
    await expect(found.locator('mark').first()).toHaveText('tulips');
    await found.getByRole('button').first().click();
    await expect(workbench.session('plant the tulips').region).toBeVisible();

    await workbench.list.search.fill('nowhere to be found');
    await expect(workbench.list.navigation.getByText('Nothing found')).toBeVisible();
    await workbench.list.search.press('Escape');
    await expect(workbench.list.row('water the daffodils')).toBeVisible();
  });

  await test.step('a session is exported, duplicated with its first prompt, and continued without one', async () => {
    const { workbench, electron, window } = await open({ Alpha: script('echo') });
    const pane = await workbench.start({ folder: project, prompt: 'say it' });
    await expect(pane.transcript.getByText('say it')).toHaveCount(2);
    const target = join(folder, 'saved.md');
    await electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, target);
    await workbench.list.pick('say it', 'Export as Markdown…');
    await expect(window.getByText('Session exported')).toBeVisible();
    expect(await readFile(target, 'utf8')).toContain('say it');

    await workbench.list.pick('say it', 'Duplicate');
    await expect(workbench.list.row('say it (2)')).toBeVisible();
    await expect(workbench.sessions).toHaveCount(2);
    const second = workbench.session('say it (2)');
    await expect(second.transcript.getByText('say it', { exact: true })).toHaveCount(2);

    await workbench.list.row('say it').click();
    await workbench.run('Continue in new session');
    await expect(workbench.session('New session').prompt).toBeFocused();
  });
});
