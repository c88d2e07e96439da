import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitRepository } from '../test/support/gitRepository';
import { expect } from './fixtures';
import { ChangesRegion } from './pages/changes';
import { test } from './reviewFixture';

const base = Array.from({ length: 14 }, (_, index) => `line ${index + 1}\n`);
const proposed = base.with(1, 'line 2, theirs\n').with(9, 'line 10, theirs\n');
const mine = base.with(1, 'line 2, mine\n').with(5, 'line 6, mine\n').with(9, 'line 10, mine\n');

test('conflicts are shown, and each is resolved separately', async ({
  open,
  script,
  folder,
  review,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('two conflicts in one file are shown, and each is resolved separately', async () => {
    const { path: project } = await GitRepository.createWith(join(folder, 'repository'), {
      'a.txt': base.join(''),
    });
    const file = join(project, 'a.txt');
    const onDisk = () => readFileSync(file, 'utf8');
    const agent = script({
      turns: [[{ write: { path: 'a.txt', content: proposed.join('') } }, { say: 'Done.' }]],
    });
    const { workbench, window } = await open({ Alpha: agent });
    await workbench.start({ folder: project, prompt: 'edit' });
    const changes = new ChangesRegion(window);
    const conflict = (number: number, of: number) =>
      changes.region.getByRole('group', { name: `Conflict ${number} of ${of}` });
    await changes.open('a.txt');
    writeFileSync(file, mine.join(''));

    await changes.button('Accept file').click();
    await expect(conflict(1, 2)).toContainText('line 2, mine');
    await expect(conflict(1, 2)).toContainText('line 2, theirs');
    await expect(conflict(2, 2)).toContainText('line 10, mine');
    await expect(conflict(2, 2)).toContainText('line 10, theirs');
    expect(onDisk()).toBe(mine.join(''));

    await conflict(2, 2).getByRole('button', { name: 'Use both' }).click();
    await expect(conflict(1, 1)).toContainText('line 2, theirs');
    const afterBoth = mine.with(9, 'line 10, mine\nline 10, theirs\n');
    expect(onDisk()).toBe(afterBoth.join(''));

    // What is written meanwhile is kept, too.
    const further = afterBoth.with(13, 'line 14, mine\n');
    writeFileSync(file, further.join(''));
    await conflict(1, 1).getByRole('button', { name: 'Keep yours' }).click();
    await expect(changes.file('a.txt')).toHaveAccessibleName(/partly accepted/);
    expect(onDisk()).toBe(further.join(''));

    // Undone, it is open again, and conflicts as before.
    await changes.press('Alt+z');
    await expect(changes.hunk(1)).toHaveAccessibleName(/undecided/);
    await changes.hunk(1).getByRole('button', { name: 'Accept hunk' }).click();
    await conflict(1, 1).getByRole('button', { name: 'Use the agent’s' }).click();
    await expect(changes.file('a.txt')).toHaveAccessibleName(/, accepted/);
    expect(onDisk()).toBe(further.with(1, 'line 2, theirs\n').join(''));
    await changes.hunk(2).getByRole('button', { name: 'Undo' }).click();
    await expect(changes.hunk(2)).toHaveAccessibleName(/undecided/);
    const reopened = further.with(1, 'line 2, theirs\n').with(9, 'line 10, mine\n');
    expect(onDisk()).toBe(reopened.join(''));

    // The user's own words can be taken back like anything else.
    await changes.hunk(2).getByRole('button', { name: 'Accept hunk' }).click();
    const result = changes.region.getByRole('textbox', { name: 'a.txt, result' });
    await expect(result).toBeEditable();
    await result.press('Control+Home');
    await window.keyboard.type('by hand\n');
    await changes.button('Use this result').click();
    await expect(changes.file('a.txt')).toHaveAccessibleName(/, accepted/);
    await expect(changes.region.getByRole('status')).toHaveText('Used your result');
    const settled = reopened.with(9, 'line 10, mine\nline 10, theirs\n');
    expect(onDisk()).toBe(`by hand\n${settled.join('')}`);
    await changes.button('Undo last decision').click();
    await expect(changes.hunk(2)).toHaveAccessibleName(/undecided/);
    expect(onDisk()).toBe(reopened.join(''));
  });

  await test.step('a deleted file is brought back only on request, and the conflict is shown', async () => {
    const { changes, project } = await review();
    const file = join(project, 'src/two.txt');
    await changes.open('src/two.txt');
    rmSync(file);
    await changes.button('Accept file').click();
    const conflict = changes.region.getByRole('group', { name: 'Conflict 1 of 1' });
    await expect(conflict).toContainText('Your file no longer exists.');
    await expect(conflict.getByRole('button', { name: 'Keep deleted' })).toBeVisible();
    await expect(changes.region).toContainText('by the agent');
    await expect(changes.hunk(1).getByRole('button', { name: 'Accept hunk' })).toBeHidden();
    await conflict.getByRole('button', { name: 'Use the agent’s' }).click();
    await expect(changes.file('src/two.txt')).toHaveAccessibleName(/, accepted/);
    expect(readFileSync(file, 'utf8')).toBe('two\nby the agent\n');
  });
});
