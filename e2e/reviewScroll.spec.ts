import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './fixtures';
import { ChangesRegion } from './pages/changes';
import { one, test } from './reviewFixture';

test('all files are read and decided in one scroll view, by mouse and by keys', async ({
  launch,
  review,
}) => {
  // It starts the app twice.
  test.slow();
  const first = await review();
  const { changes, inProject, pane, project } = first;
  await expect(pane.transcript).toContainText('All five are written.');
  await changes.open('src/one.txt');
  await changes.button('All files').click();
  await expect(changes.button('All files')).toHaveAttribute('aria-pressed', 'true');

  const oneFile = changes.inScroll('src/one.txt');
  await expect(oneFile).toContainText('line 2, better');
  await oneFile.getByRole('button', { name: 'Accept hunk' }).first().click();
  await expect(oneFile.getByRole('group', { name: 'Hunk 1 of 2, accepted' })).toBeVisible();
  expect(inProject('src/one.txt')).toBe(one.with(1, 'line 2, better\n').join(''));
  await expect(oneFile.getByRole('group', { name: /^Hunk 2 of 2/ })).toBeFocused();

  await changes.press('F7');
  const shell = changes.inScroll('src/shell.txt');
  await expect(shell.getByRole('group', { name: /^Hunk 1 of 1/ })).toBeFocused();
  await expect(changes.file('src/shell.txt')).toHaveAttribute('aria-selected', 'true');
  await changes.press('Alt+y');
  await expect(changes.file('src/shell.txt')).toHaveAccessibleName(/, accepted/);
  expect(inProject('src/shell.txt')).toBe('written by a shell\n');
  const two = changes.inScroll('src/two.txt');
  await expect(two.getByRole('group', { name: /^Hunk 1 of 1/ })).toBeFocused();

  await changes.press('Alt+z');
  await expect(shell.getByRole('button', { name: 'Accept file' })).toBeVisible();
  expect(existsSync(join(project, 'src/shell.txt'))).toBe(false);

  await changes.file('src/disk.txt').click();
  const disk = changes.inScroll('src/disk.txt');
  await expect(disk).toBeInViewport();
  await expect(changes.file('src/disk.txt')).toBeFocused();
  await disk.getByRole('button', { name: 'Reject file' }).click();
  await expect(changes.file('src/disk.txt')).toHaveAccessibleName(/, rejected/);
  await disk
    .getByRole('group', { name: /^Hunk 1/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(changes.file('src/disk.txt')).toHaveAccessibleName(/, undecided/);

  await two.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(changes.button('All files')).toHaveAttribute('aria-pressed', 'false');
  await expect(two).toBeHidden();
  await expect(changes.file('src/two.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(changes.hunk(1)).toBeVisible();
  await changes.press('Alt+a');
  await expect(two).toBeInViewport();
  await first.close();

  const again = new ChangesRegion((await launch({ userData: first.userData })).window);
  await expect(again.button('All files')).toHaveAttribute('aria-pressed', 'true');
  await expect(again.inScroll('src/one.txt')).toContainText('line 2, better');
});
