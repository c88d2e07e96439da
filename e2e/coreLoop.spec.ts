import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';
import { ChangesRegion } from './pages/changes';

/** Asks before it runs a command, and then writes one file. */
const asksAndWrites = (name: string): Scenario => ({
  turns: [
    [
      {
        ask: {
          toolCall: {
            toolCallId: 'call-1',
            title: `Run the tests of ${name}`,
            kind: 'execute',
            rawInput: { command: `npm test -- ${name.toLowerCase()}` },
          },
          onAllowed: [
            { write: { path: `${name.toLowerCase()}.md`, content: `By ${name}.\n` } },
            { say: `${name} is done.` },
          ],
        },
      },
    ],
  ],
});

/** The number of key presses, besides the prompt's text, that the guide gives. */
function keysInGuide(): number {
  const guide = readFileSync(new URL('../docs/guide.md', import.meta.url), 'utf8');
  return Number(/with (\d+) key presses besides/.exec(guide)?.[1]);
}

test('three agents are prompted, answered and accepted by keyboard alone', async ({
  open,
  script,
  project,
}) => {
  const names = ['Alpha', 'Beta', 'Gamma'];
  const agents = Object.fromEntries(names.map((name) => [name, script(asksAndWrites(name))]));
  const { workbench, window } = await open(agents, { args: [project] });
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await window.keyboard.press(key);
  };
  const panes = workbench.session('write your name').region;
  const pane = (name: string) => panes.filter({ hasText: `Run the tests of ${name}` });
  const focused = panes.filter({ has: window.locator(':focus') });
  await expect(window.getByRole('heading', { name: 'project' })).toBeVisible();

  // Prompt: the dialog opens on the prompt, and keys of their own tick the other agents.
  await press('ControlOrMeta+n');
  const dialog = workbench.dialog('New session');
  await expect(dialog.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await press('Alt+1');
  await press('Alt+2');
  await expect(dialog.getByRole('button', { name: 'Start 3 sessions' })).toBeVisible();
  await window.keyboard.type('write your name');
  await press('ControlOrMeta+Enter');

  // Side by side; each asks, and a digit answers the one in front.
  await expect(panes).toHaveCount(3);
  for (const name of names) {
    const command = pane(name)
      .locator('pre')
      .filter({ hasText: `npm test -- ${name.toLowerCase()}` });
    await expect(command).toBeInViewport({ ratio: 1 });
    const allow = pane(name).getByRole('button', { name: 'Allow', exact: true });
    await expect(allow).toBeInViewport({ ratio: 1 });
  }
  for (const answered of [1, 2, 3]) {
    if (answered > 1) await press('ControlOrMeta+j');
    const allow = focused.getByRole('button', { name: 'Allow', exact: true });
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await press('1');
    await expect(panes.filter({ hasText: 'is done.' })).toHaveCount(answered);
  }

  // Each is ready for review; one key leads to the next, another accepts.
  const rows = workbench.list.row('write your name');
  await expect(rows.filter({ hasText: 'Ready for review' })).toHaveCount(3);
  await expect(window.getByRole('button', { name: 'Ready for review: 3' })).toBeVisible();
  // Each agent has a sign of its own, the same in the list and on its tab.
  const signsOf = (marks: Locator) =>
    marks.evaluateAll((all) => all.map((mark) => `${mark.dataset.glyph} ${mark.style.cssText}`));
  const signs = new Set(await signsOf(rows.locator('[data-glyph]')));
  expect(signs.size).toBe(3);
  const tabs = window.getByRole('tab', { name: /write your name/ });
  expect(new Set(await signsOf(tabs.locator('[data-glyph]')))).toEqual(signs);
  for (const left of [2, 1, 0]) {
    await press('ControlOrMeta+Alt+j');
    await expect(new ChangesRegion(window, focused).hunk(1)).toBeVisible();
    await press('Alt+y');
    await expect(rows.filter({ hasText: 'Ready for review' })).toHaveCount(left);
  }
  for (const name of names) {
    const written = readFileSync(join(project, `${name.toLowerCase()}.md`), 'utf8');
    expect(written).toBe(`By ${name}.\n`);
  }
  expect(keys).toBe(keysInGuide());
});
