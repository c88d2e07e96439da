import {
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures';

test('deleting can be undone; what cannot be read is reported, kept, and read later', async ({
  open,
  script,
  project,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('deleting a session says what is deleted with it, and can be undone at once or from the settings', async () => {
    const { workbench, window, userData } = await open({ Alpha: script('hello') });
    await workbench.start({ folder: project, prompt: 'first' });
    const copies = join(userData, 'data', 'worktrees');
    const [copy = ''] = readdirSync(copies);
    writeFileSync(join(copies, copy, 'unseen.txt'), 'work\n');
    const question = window.getByRole('alertdialog', { name: 'Delete “first”?' });

    await workbench.list.pick('first', 'Delete…');
    await expect(question).toContainText('can be restored for 30 days');
    await expect(question).toContainText('1 file with changes that you have not accepted.');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(workbench.list.row('first')).toBeHidden();
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect(workbench.list.row('first')).toBeVisible();
    expect(readdirSync(copies)).toEqual([copy]);

    await workbench.list.pick('first', 'Delete…');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(workbench.list.row('first')).toBeHidden();
    await window.keyboard.press('ControlOrMeta+,');
    const settings = window.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { name: 'Storage' }).click();
    await settings.getByRole('button', { name: 'Restore first' }).click();
    await expect(settings.getByText('The trash is empty.')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(workbench.list.row('first')).toBeVisible();

    await workbench.list.pick('first', 'Delete…');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(workbench.list.row('first')).toBeHidden();
    await window.keyboard.press('ControlOrMeta+,');
    await settings.getByRole('tab', { name: 'Storage' }).click();
    await settings.getByRole('button', { name: 'Empty trash' }).click();
    const sure = window.getByRole('alertdialog', { name: 'Empty the trash?' });
    await sure.getByRole('button', { name: 'Empty trash' }).click();
    await expect(settings.getByText('The trash is empty.')).toBeVisible();
    await window.keyboard.press('Escape');
  });

  await test.step('an unreadable session, and a file that cannot be read for now, are reported, kept, and read later', async () => {
    const agents = { Alpha: script('hello') };
    const first = await open(agents);
    await first.workbench.start({ folder: project, prompt: 'first' });
    const { userData } = first;
    await first.close();
    const sessions = join(userData, 'data', 'sessions');
    const [id = ''] = readdirSync(sessions);
    const log = join(sessions, id, 'log.ndjson');
    const whole = readFileSync(log);
    writeFileSync(log, '');

    const second = await open(agents, { userData });
    const { window, workbench } = second;
    await expect(window.getByText('1 session cannot be read.')).toBeVisible();
    await window.getByRole('button', { name: 'What to do' }).click();
    const settings = window.getByRole('dialog', { name: 'Settings' });
    await expect(settings.getByText('Its log is empty.')).toBeVisible();
    writeFileSync(log, whole);
    await settings.getByRole('button', { name: 'Try again' }).click();
    await expect(settings.getByText('Its log is empty.')).toBeHidden();
    await window.keyboard.press('Escape');
    await expect(workbench.list.row('first')).toBeVisible();
    expect(readdirSync(join(userData, 'data', 'worktrees'))).toEqual([id]);
    await second.close();

    // As if it were on a disk that is not there.
    const file = join(userData, 'data', 'terminals.json');
    const disk = join(userData, 'disk.json');
    rmSync(file, { force: true });
    symlinkSync(disk, file);

    const third = await open(agents, { userData });
    await expect(third.window.getByText('1 file cannot be read.')).toBeVisible();
    await third.window.getByRole('button', { name: 'What to do' }).click();
    const again = third.window.getByRole('dialog', { name: 'Settings' });
    const words = again.getByText('It is a link to a file that does not exist.');
    await expect(words).toBeVisible();
    const saved = '{"version":1,"terminals":[]}\n';
    writeFileSync(disk, saved);
    await again.getByRole('button', { name: 'Try again' }).click();
    await expect(words).toBeHidden();
    await third.close();
    expect(readlinkSync(file)).toBe(disk);
    expect(readFileSync(disk, 'utf8')).toBe(saved);
  });
});
