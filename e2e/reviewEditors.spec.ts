import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { GitRepository } from '../test/support/gitRepository';
import { expect, test } from './fixtures';

const paths = ['one.ts', 'two.md', 'three.css'];
const block = ['function moved() {', '  const value = compute();', '  return value;', '}'];
const rest = Array.from({ length: 80 }, (_, index) => `const value${index} = ${index};`);
/** So long that most of it is folded. The block goes to the end: its mark has a hover, which all editors share. */
const before = [...block, 'let a = 1;', ...rest, ''].join('\n');
const after = ['let a = 2;', ...rest, ...block, ''].join('\n');

test('reviews side by side open and close quickly, and the remaining ones still draw', async ({
  open,
  script,
  folder,
}) => {
  const { path: project } = await GitRepository.createWith(
    join(folder, 'repository'),
    Object.fromEntries(paths.map((path) => [path, before])),
  );
  const agent = script({
    turns: [[...paths.map((path) => ({ write: { path, content: after } })), { say: 'Done.' }]],
  });
  const { workbench, window } = await open({ Alpha: agent });
  const faults = faultsIn(window);
  const titles = ['first', 'second', 'third'];
  for (const prompt of titles) {
    const pane = await workbench.start({ folder: project, prompt });
    await expect(pane.transcript).toContainText('Done.');
    const changes = await pane.review();
    await changes.open('one.ts');
  }

  const reviewOf = (title: string) => workbench.session(title).review();
  const first = await reviewOf('first');
  const drawAll = async () => {
    for (const path of paths) {
      await first.open(path);
      await expect(first.region.getByText('let a = 2;')).toBeVisible();
    }
  };

  // From file to file without waiting for any of them.
  for (const title of titles) {
    const changes = await reviewOf(title);
    for (const path of [...paths, ...paths]) await changes.file(path).click();
  }
  await drawAll();
  // Removed lines have the colours of their language, too.
  await first.open('one.ts');
  const removed = first.region.locator('.line-delete .view-line, .line-delete.view-line');
  await expect(removed.locator('span[class*="mtk"]:not(.mtk1)').first()).toBeVisible();

  // One editor is kept for the next review; the other, and that is the newest, is disposed of.
  for (const title of ['second', 'third']) {
    const changes = await reviewOf(title);
    await changes.button('Close changes').click();
    await expect(changes.region).toBeHidden();
  }
  await drawAll();

  // Shown again, and gone before it has drawn; then the whole pane is.
  for (let round = 0; round < 3; round++) {
    const changes = await reviewOf('second');
    await changes.button('Close changes').click();
  }
  for (const title of ['second', 'third']) {
    await reviewOf(title);
    await window.getByRole('tab', { name: title }).click();
    await window.keyboard.press('ControlOrMeta+w');
    await expect(workbench.session(title).region).toBeHidden();
  }
  await drawAll();
  await first.hunk(1).getByRole('button', { name: 'Accept hunk' }).click();
  await expect(first.hunk(1)).toContainText('Accepted');
  expect(faults).toEqual([]);
});

/** What went wrong in the page, as it goes wrong. */
function faultsIn(window: Page): readonly string[] {
  const faults: string[] = [];
  window.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  window.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}
