import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';
import { ChangesRegion } from './pages/changes';
import { flawsIn } from './pages/flaws';

const BASE = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`);

/** The file with some of its lines replaced. */
function edited(lines: Readonly<Record<number, string>>): string {
  return BASE.map((line, index) => (lines[index + 1] ? `${lines[index + 1]}\n` : line)).join('');
}

const writes = (files: Readonly<Record<string, string>>): Scenario => ({
  turns: [
    [
      ...Object.entries(files).map(([path, content]) => ({ diskWrite: { path, content } })),
      { say: `Wrote ${Object.keys(files).join(' and ')}.` },
    ],
  ],
});

test('a result is composed from the changes of three agents by keyboard, reviewed and accepted', async ({
  open,
  script,
  project,
}) => {
  writeFileSync(join(project, 'notes.txt'), BASE.join(''));
  const shared = { 'same.md': 'The same.\n' };
  const agents = {
    Alpha: script(writes({ ...shared, 'notes.txt': edited({ 2: 'alpha', 11: 'alpha too' }) })),
    Beta: script(writes({ ...shared, 'notes.txt': edited({ 2: 'beta', 6: 'beta too' }) })),
    Gamma: script(writes({ 'gamma.md': 'By Gamma.\n' })),
  };
  const { workbench, window } = await open(agents, { args: [project] });
  await expect(window.getByRole('heading', { name: 'project' })).toBeVisible();
  await window.keyboard.press('ControlOrMeta+n');
  const form = workbench.dialog('New session');
  await expect(form.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await window.keyboard.press('Alt+1');
  await window.keyboard.press('Alt+2');
  await window.keyboard.type('improve the notes');
  await window.keyboard.press('ControlOrMeta+Enter');
  const rows = workbench.list.row('improve the notes');
  await expect(rows.filter({ hasText: 'Ready for review' })).toHaveCount(3);

  // Two of them change the same line, which both say before anything is accepted.
  const collision = /(Alpha|Beta) \(improve the notes\) changes the same lines of notes\.txt/;
  await expect(window.getByRole('group', { name: 'Collisions' })).toHaveText([
    collision,
    collision,
  ]);
  await expect(rows.filter({ hasText: 'Another session changes the same lines' })).toHaveCount(2);

  await window.keyboard.press('ControlOrMeta+Alt+d');
  const dialog = workbench.dialog('Compare 3 sessions');
  const file = (name: string) => dialog.getByRole('row').filter({ hasText: name });
  await expect(file('same.md')).toContainText('Partly agree');
  await expect(file('notes.txt')).toContainText('All differ');
  await expect(dialog.getByRole('button', { name: /^Gamma: 1 added/ })).toBeVisible();

  // All of Alpha's and all of Beta's changes of the notes cannot be applied together.
  await file('notes.txt')
    .getByRole('button', { name: /^Alpha/ })
    .focus();
  await window.keyboard.press('Space');
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Space');
  await expect(dialog.getByRole('status')).toHaveText(/4 changes picked, 1 conflict/);
  await expect(dialog.getByText('Conflicts with another pick')).toBeVisible();

  expect(await flawsIn(window, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('tab', { name: 'Answers' }).click();
  await expect(dialog.getByRole('article', { name: 'Gamma' })).toContainText('Wrote gamma.md.');
  await dialog.getByRole('tab', { name: 'Files' }).click();

  // Without Beta's first one they can.
  await dialog.getByRole('checkbox', { name: 'Pick 1 of 2' }).focus();
  await window.keyboard.press('Space');
  await expect(dialog.getByRole('status')).toHaveText(/3 changes picked\. /);
  await dialog.getByRole('button', { name: 'Compose result' }).press('Enter');

  const composed = workbench.session('Composed: improve the notes');
  const changes = new ChangesRegion(window, composed.region);
  await expect(changes.file('notes.txt')).toBeVisible();
  expect(readFileSync(join(project, 'notes.txt'), 'utf8')).toBe(BASE.join(''));
  await changes.button('Accept all').click();
  await expect
    .poll(() => readFileSync(join(project, 'notes.txt'), 'utf8'))
    .toBe(edited({ 2: 'alpha', 6: 'beta too', 11: 'alpha too' }));

  // The others are put away in one step, and come back.
  await window.keyboard.press('Escape');
  await rows.first().click();
  await window.keyboard.press('ControlOrMeta+Alt+d');
  await dialog.getByRole('button', { name: 'Archive these sessions' }).click();
  await expect(rows).toHaveCount(0);
  const [left, whole] = await Promise.all([composed.region.boundingBox(), windowWidth(window)]);
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeGreaterThan(whole - 2);
  const notes = window.getByRole('region', { name: 'Notifications' });
  await notes.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(3);

  // The scoreboard has counted what was accepted.
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.type('agent scoreboard');
  await window.keyboard.press('Enter');
  const board = workbench.dialog('Agent scoreboard');
  await expect(board.getByRole('row', { name: /^Alpha/ })).toContainText('100 %');
  expect(await flawsIn(window, '[role=dialog]')).toEqual([]);
});

function windowWidth(window: Page): Promise<number> {
  return window.evaluate(() => globalThis.innerWidth);
}
