import type { Page } from '@playwright/test';
import type { Scenario } from '../test/agent/scenario';
import { expect } from './fixtures';
import { test } from './reviewFixture';

const reversed = 'src/invoice\u202Excod.sh';
const split = '.vs\u200Bcode/t\u200Casks.json';
const shown = 'src/invoice\\u{202E}xcod.sh';
const shownSplit = '.vs\\u{200B}code/t\\u{200C}asks.json';

const hides: Scenario = {
  turns: [
    [
      { diskWrite: { path: reversed, content: '#!/bin/sh\n' } },
      { shell: `chmod +x '${reversed}' && mkdir -p big && truncate -s 70M 'big/\u202Ebin'` },
      { diskWrite: { path: split, content: '{}\n' } },
      {
        tool: {
          id: 'one',
          title: `Edit ${reversed}`,
          kind: 'edit',
          status: 'completed',
          locations: [{ path: `{{cwd}}/${reversed}` }],
        },
      },
      {
        ask: {
          toolCall: {
            toolCallId: 'two',
            title: `Write ${split}`,
            kind: 'edit',
            locations: [{ path: `{{cwd}}/${split}` }],
          },
          onAllowed: [{ say: 'Done.' }],
        },
      },
    ],
  ],
};

/** All that the window draws, reads out or shows as a tooltip, where some of it would not be seen. */
function hiddenIn(window: Page): Promise<string[]> {
  return window.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'alt', 'title', 'data-tooltip', 'placeholder']) {
        texts.push(element.getAttribute(name) ?? '');
      }
    }
    return texts.filter((text) => /[\u202a-\u202e\u2066-\u2069\u200b-\u200f]/.test(text));
  });
}

test('hidden characters in names are shown everywhere, and a new executable file is marked as one', async ({
  review,
}) => {
  const { window, pane, changes } = await review({ scenario: hides });
  await expect(pane.permissions).toContainText(shownSplit);
  await expect(pane.transcript).toContainText(shown);
  expect(await hiddenIn(window)).toEqual([]);
  await pane.option('Allow').click();
  await expect(pane.transcript).toContainText('Done.');

  const row = changes.file(shown);
  await expect(row).toHaveAccessibleName(/becomes executable/);
  await row.click();
  await expect(changes.region).toContainText('This new file is executable.');
  await expect(changes.region.getByText('executable', { exact: true })).toBeVisible();
  await changes.region.getByText('not part of this review').click();
  await expect(changes.region).toContainText('big/\\u{202E}bin');
  expect(await hiddenIn(window)).toEqual([]);

  await changes.press('Alt+a');
  await expect(changes.inScroll(shown)).toContainText('This new file is executable.');
  await expect(changes.inScroll(shownSplit)).toBeVisible();
  expect(await hiddenIn(window)).toEqual([]);
  await changes.inScroll(shownSplit).getByRole('button', { name: 'Accept file' }).click();
  await expect(window.getByRole('alertdialog')).toContainText(`Accept ${shownSplit}?`);
  expect(await hiddenIn(window)).toEqual([]);
});
