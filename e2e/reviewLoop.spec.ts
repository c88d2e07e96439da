import type { Scenario } from '../test/agent/scenario';
import { expect } from './fixtures';
import { ChangesRegion } from './pages/changes';
import { flawsIn } from './pages/flaws';
import { test } from './reviewFixture';

const reads = ['one', 'two', 'three'].map((name) => ({
  tool: {
    toolCallId: `read-${name}`,
    title: `Read ${name}.txt`,
    kind: 'read',
    status: 'completed',
  },
}));

/** Reads three files, changes two, and says where. */
const scenario: Scenario = {
  stateFile: 'loop.state.json',
  turns: [
    [
      ...reads,
      { write: { path: 'src/one.txt', content: 'line one\nneedle\nline three\n' } },
      { write: { path: 'src/two.txt', content: 'two\nanother needle\n' } },
      { say: 'See `src/two.txt:2`, not `src/gone.txt:1`.' },
    ],
    [{ echo: true }],
  ],
} as Scenario;

test('changes are found, marked, commented and decided without leaving the keyboard', async ({
  launch,
  review,
}) => {
  // It starts the app twice.
  test.slow();
  const first = await review({ scenario });
  const { window, changes, pane, inProject, electron } = first;
  await expect(pane.transcript).toContainText('See src/two.txt:2');

  // Three reads are one line that opens.
  const run = pane.transcript.getByRole('button', { name: /^3 reads/ });
  await expect(run).toHaveAttribute('aria-expanded', 'false');
  await expect(pane.transcript.getByText('Read two.txt')).toBeHidden();
  await run.click();
  await expect(pane.transcript.getByText('Read two.txt')).toBeVisible();
  await run.click();

  // Only files that exist are links.
  await expect(pane.transcript.getByRole('button', { name: 'src/two.txt:2' })).toBeVisible();
  await expect(pane.transcript.getByRole('button', { name: /gone/ })).toHaveCount(0);

  await expect(window.getByRole('img', { name: /^Your project: main\./ })).toBeVisible();

  await changes.open('src/one.txt');
  await changes.press('Alt+f');
  const find = changes.region.getByRole('textbox', { name: 'Find in changed files' });
  await find.fill('needle');
  await expect(changes.region.getByRole('search')).toContainText('2 lines in 2 files');
  await window.keyboard.press('Enter');
  await window.keyboard.press('Enter');
  await expect(changes.file('src/two.txt')).toHaveAttribute('aria-selected', 'true');
  expect(await flawsIn(window, 'section[aria-label="Changes"]')).toEqual([]);
  await window.keyboard.press('Escape');
  await expect(find).toBeHidden();

  await changes.press('Alt+v');
  await expect(changes.file('src/two.txt')).toHaveAccessibleName(/, seen/);

  // Lines are selected and commented on in the scroll of all files, too.
  await changes.press('Alt+a');
  const two = changes.inScroll('src/two.txt');
  await two.getByRole('group', { name: /^Hunk 1 of 1/ }).focus();
  await changes.file('src/one.txt').click();
  const one = changes.inScroll('src/one.txt');
  await one.getByRole('group', { name: /^Hunk 1/ }).focus();
  await window.keyboard.press('Shift+ArrowDown');
  await window.keyboard.press('Shift+ArrowDown');
  await expect(one.getByRole('button', { name: 'Accept lines' })).toBeVisible();
  await changes.press('Alt+c');
  await one.getByRole('textbox', { name: /^Comment on line/ }).fill('Why?');
  expect(await flawsIn(window, 'section[aria-label="Changes"]')).toEqual([]);
  await one.getByRole('button', { name: 'Add comment' }).click();
  await expect(one.getByRole('group', { name: /^Comment on line/ })).toContainText('Why?');
  await changes.press('Alt+a');

  // Accepting a file goes on to the next one; undoing goes back to the first.
  await changes.open('src/one.txt');
  await changes.button('Accept file').click();
  // What was decided is said in whole words, in a small window, too.
  const before = await window.evaluate(() => [innerWidth, innerHeight] as const);
  const resize = (width: number, height: number) =>
    electron.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
      [width, height] as [number, number],
    );
  await resize(1024, 700);
  const said = changes.region.getByText('Accepted 1 hunk', { exact: true });
  await expect
    .poll(() => said.evaluate((words) => words.getBoundingClientRect().width >= words.scrollWidth))
    .toBe(true);
  await resize(...before);
  await expect(changes.file('src/two.txt')).toHaveAttribute('aria-selected', 'true');
  await changes.press('Alt+z');
  await expect(changes.file('src/one.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(changes.file('src/one.txt')).toHaveAccessibleName(/, undecided/);

  await changes.press('Alt+Shift+a');
  await expect(changes.file('src/two.txt')).toHaveAccessibleName(/, accepted/);
  expect(inProject('src/two.txt')).toBe('two\nanother needle\n');
  await changes.press('Alt+h');
  await expect(
    changes.button('Show decided files').or(changes.button('Show 1 decided file')),
  ).toBeVisible();
  await changes.press('Alt+h');

  const list = changes.region.getByRole('separator', { name: 'File list width' });
  const width = Number(await list.getAttribute('aria-valuenow'));
  await list.focus();
  await window.keyboard.press('ArrowRight');
  await expect(list).not.toHaveAttribute('aria-valuenow', String(width));

  await changes.button('More actions for changes').click();
  await window.getByRole('menuitem', { name: 'Compare with main branch…' }).click();
  const comparison = window.getByRole('dialog', { name: 'Compare with the main branch' });
  await expect(comparison).toContainText('2 files differ between main');
  await expect(comparison).toContainText('needle');
  expect(await flawsIn(window, '[role=dialog]')).toEqual([]);
  await window.keyboard.press('Escape');
  await changes.button('More actions for changes').click();
  await window.getByRole('menuitem', { name: 'Commit accepted…' }).click();
  await expect(window.getByRole('dialog')).toContainText('Commits to main.');
  await window.keyboard.press('Escape');
  await first.close();

  const { window: later } = await launch({ userData: first.userData });
  const again = new ChangesRegion(later);
  await later.getByRole('button', { name: 'Review changes' }).click();
  await expect(again.file('src/two.txt')).toHaveAccessibleName(/, seen/);
});

test('a key that is pressed faster than hunks can be decided decides those that were in front, and shows no error', async ({
  review,
}, info) => {
  const lines = Array.from({ length: 120 }, (_, index) => `line ${index}`);
  const changed = lines.map((line, index) => (index % 12 === 5 ? `${line} changed` : line));
  const text = (all: readonly string[]) => `${all.join('\n')}\n`;
  const { window, changes, inProject } = await review({
    files: { 'long.txt': text(lines) },
    scenario: { turns: [[{ write: { path: 'long.txt', content: text(changed) } }]] },
  });
  await changes.open('long.txt');
  for (let count = 0; count < 8; count++) await window.keyboard.press('Alt+y');
  const accepted = () => (inProject('long.txt').match(/changed/g) ?? []).length;
  await expect.poll(accepted).toBeGreaterThan(0);
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await expect(changes.region).toContainText('Accepted 1 hunk');
  await expect(async () => {
    await window.keyboard.press('Alt+y');
    expect(accepted()).toBe(10);
  }).toPass();
  await expect(window.getByRole('dialog')).toHaveCount(0);

  // The number of an accepted line says who brought it in.
  await changes.region.locator('.airlock-origin', { hasText: /^114$/ }).hover();
  const tooltip = window.locator('.monaco-hover:visible');
  await expect(tooltip).toContainText('Alpha');
  await expect(tooltip).toContainText('Session: edit');
  await window.screenshot({ path: info.outputPath('origin.png') });
});
