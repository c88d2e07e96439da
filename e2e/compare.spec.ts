import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Scenario } from '../test/agent/scenario';
import { GitRepository } from '../test/support/gitRepository';
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

/** A project that is pushed to a folder, with a check and a stand-in for `gh`. */
async function deliverable(folder: string) {
  const project = join(folder, 'project');
  const checks = { notes: 'grep -q "beta too" notes.txt && echo "1..1" && echo "ok 1 - notes"' };
  const repository = await GitRepository.createWith(project, {
    'notes.txt': BASE.join(''),
    '.airlock.json': JSON.stringify({ checks }),
  });
  const remote = join(folder, 'remote.git');
  execFileSync('git', ['init', '--quiet', '--bare', remote]);
  await repository.git('remote', 'add', 'origin', remote);
  const home = join(folder, 'home');
  mkdirSync(join(home, 'bin'), { recursive: true });
  const gh = join(home, 'bin', 'gh');
  writeFileSync(
    gh,
    `#!/bin/sh\nprintf '%s ' "$@" > '${home}/said'\nprintf 'Title? '; read -r answer\necho https://example.com/pull/7\n`,
  );
  chmodSync(gh, 0o755);
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = User\n\temail = user@example.com\n');
  const path = `${home}/bin:${process.env.PATH}`;
  writeFileSync(join(home, '.profile'), `PATH='${path}'\n`);
  return { project, remote, home, env: { HOME: home, PATH: path, SHELL: '/bin/sh' } };
}

test('a result is composed from the changes of three agents by keyboard, checked, accepted, delivered and reverted', async ({
  open,
  script,
  folder,
}) => {
  const { project, remote, home, env } = await deliverable(folder);
  const shared = { 'same.md': 'The same.\n' };
  const agents = {
    Alpha: script(writes({ ...shared, 'notes.txt': edited({ 2: 'alpha', 11: 'alpha too' }) })),
    Beta: script(writes({ ...shared, 'notes.txt': edited({ 2: 'beta', 6: 'beta too' }) })),
    Gamma: script(writes({ 'gamma.md': 'By Gamma.\n' })),
  };
  const { workbench, window } = await open(agents, {
    args: [project],
    env,
    settings: { projects: { [project]: { acceptOnlyWhenGreen: true } } },
  });
  const undoIn = (notice: string) =>
    window
      .getByRole('region', { name: 'Notifications' })
      .getByRole('dialog')
      .filter({ hasText: notice })
      .getByRole('button', { name: 'Undo' });
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
  const collision = /(Alpha|Beta) changes the same lines of notes\.txt/;
  await expect(window.getByRole('group', { name: 'Collisions' })).toHaveText([
    collision,
    collision,
  ]);
  await expect(rows.filter({ hasText: 'Another session changes the same lines' })).toHaveCount(2);

  // They are one group in the sidebar, with an overview in a pane of its own.
  const group = workbench.list.navigation.getByRole('treeitem', {
    name: '3 sessions of one prompt: improve the notes',
  });
  await group.focus();
  await window.keyboard.press('ArrowLeft');
  await expect(rows).toHaveCount(0);
  await window.keyboard.press('ArrowRight');
  await expect(rows).toHaveCount(3);
  await window.keyboard.press('Enter');
  const overview = window.getByRole('region', { name: 'Set: improve the notes' });
  await expect(overview.getByRole('button', { name: 'Alpha', exact: true })).toBeFocused();
  await expect(overview.getByRole('row', { name: /Beta/ })).toContainText('Ready for review');
  expect(await flawsIn(window, '[aria-label="Set: improve the notes"]')).toEqual([]);

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
  await dialog.getByRole('tab', { name: 'Checks' }).click();
  const checksOf = dialog.getByRole('region', { name: 'Checks of each session' });
  await expect(checksOf.getByRole('button', { name: 'notes: not run' })).toHaveCount(3);
  expect(await flawsIn(window, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('tab', { name: 'Files' }).click();

  // Any two sides in the editor.
  await dialog.getByRole('combobox', { name: 'View of the change' }).click();
  await window.getByRole('option', { name: 'Against Alpha' }).click();
  await expect(dialog.locator('.monaco-diff-editor')).toContainText('beta too');
  await dialog.getByRole('combobox', { name: 'View of the change' }).click();
  await window.getByRole('option', { name: 'Changes to pick' }).click();

  // Without Beta's first one they can.
  await dialog.getByRole('checkbox', { name: 'Hunk 1 of 2' }).focus();
  await window.keyboard.press('Space');
  await expect(dialog.getByRole('status')).toHaveText(/3 changes picked\. /);
  await dialog.getByRole('button', { name: 'Compose result' }).press('Enter');

  const composed = workbench.session('Composed: improve the notes');
  const changes = new ChangesRegion(window, composed.region);
  await expect(changes.file('notes.txt')).toBeVisible();
  expect(readFileSync(join(project, 'notes.txt'), 'utf8')).toBe(BASE.join(''));

  // Only what the project's checks have passed on is accepted without another word.
  await changes.button('Accept all').click();
  const gate = window.getByRole('alertdialog', { name: 'Accept without passing checks?' });
  await expect(gate).toContainText('notes: not run.');
  await gate.getByRole('button', { name: 'Cancel' }).click();
  const bar = changes.region.getByRole('region', { name: 'Checks' });
  await bar.getByRole('button', { name: 'Run once' }).click();
  await expect(bar.getByRole('button', { name: /^notes: 1 passed/ })).toBeVisible();
  await changes.button('Accept all').click();
  await expect
    .poll(() => readFileSync(join(project, 'notes.txt'), 'utf8'))
    .toBe(edited({ 2: 'alpha', 6: 'beta too', 11: 'alpha too' }));

  // The others began with earlier files: they are told, go on from the new ones, and can go back.
  const behind = window.getByRole('group', { name: 'Your files have changed' });
  await expect(behind.first()).toContainText('notes.txt changed since: 1 conflict');
  await behind.first().getByRole('button', { name: 'Refresh from your files' }).click();
  const refreshed = window.getByRole('group', { name: 'Refreshed from your files' });
  await expect(refreshed).toContainText(/^Updated \d files?/);
  expect(await flawsIn(window, '[aria-label="Refreshed from your files"]')).toEqual([]);
  await refreshed.getByRole('button', { name: 'Undo' }).click();
  await expect(refreshed).toHaveCount(0);
  await expect(behind.first()).toBeVisible();

  // Who brought in a line is known in any file of the project.
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.type('who wrote this');
  await window.keyboard.press('Enter');
  const who = workbench.dialog('Who wrote this');
  await who.getByRole('combobox', { name: 'File' }).fill('notes.txt');
  await who.getByRole('button', { name: 'Show' }).click();
  await expect(who.getByRole('region', { name: 'Lines of notes.txt' })).toContainText('beta too');
  const origin = who.getByRole('complementary', { name: 'Origin of the chosen lines' });
  await expect(origin).toContainText('Alpha');
  await expect(who.getByRole('button', { name: 'Beta' })).toBeVisible();
  expect(await flawsIn(window, '[role=dialog]')).toEqual([]);
  await window.keyboard.press('Escape');

  // Commit, push and pull request wait for a click each.
  await changes.file('notes.txt').click();
  await window.keyboard.press('Alt+d');
  const deliver = workbench.dialog('Deliver accepted changes');
  const step = (name: string) => deliver.getByRole('listitem', { name });
  await expect(step('Push').getByRole('button', { name: 'Push' })).toBeDisabled();
  await step('Commit').getByRole('button', { name: 'Commit' }).click();
  await step('Push').getByRole('button', { name: 'Push' }).click();
  await expect(step('Push').getByRole('status')).toContainText('origin/airlock/');
  await expect(step('Pull request').getByRole('textbox')).toHaveValue(/notes: `grep/);
  expect(await flawsIn(window, '[role=dialog]')).toEqual([]);
  // The program asks something first, which the user answers in its terminal.
  await step('Pull request').getByRole('button', { name: 'Pull request' }).click();
  await step('Pull request').getByRole('button', { name: 'Show terminal' }).click();
  await expect(deliver).toBeHidden();
  await expect(window.locator('.xterm-rows').first()).toContainText('Title?');
  await window.keyboard.type('yes\n');
  await changes.file('notes.txt').click();
  await window.keyboard.press('Alt+d');
  await expect(step('Commit').getByRole('button', { name: 'Commit' })).toBeDisabled();
  await expect(step('Pull request').getByRole('status')).toHaveText('https://example.com/pull/7');
  expect(readFileSync(join(home, 'said'), 'utf8')).toContain('pr create --head airlock/');
  const pushed = execFileSync('git', ['-C', remote, 'log', '--all', '--format=%s']).toString();
  expect(pushed.split('\n')).toContain('improve the notes');
  await deliver.getByRole('button', { name: 'Close' }).first().click();

  // The others are put away in one step, and come back.
  await window.keyboard.press('Escape');
  await rows.first().click();
  await window.keyboard.press('ControlOrMeta+Alt+d');
  await dialog.getByRole('button', { name: 'Archive these sessions' }).click();
  await expect(rows).toHaveCount(0);
  const [left, whole] = await Promise.all([composed.region.boundingBox(), windowWidth(window)]);
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeGreaterThan(whole - 2);
  await undoIn('3 sessions archived').click();
  await expect(rows).toHaveCount(3);

  // The scoreboard has counted what was accepted.
  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.type('agent scoreboard');
  await window.keyboard.press('Enter');
  const board = workbench.dialog('Agent scoreboard');
  // Each hunk counts for the agent that wrote it, also if it came by a composed result.
  await expect(board.getByRole('row', { name: /^Alpha/ })).toContainText('2 · 0 · 1');
  await expect(board.getByRole('row', { name: /^Beta/ })).toContainText('1 · 0 · 2');
  await expect(board.getByRole('row', { name: /^Beta/ })).toContainText('not yet');
  expect(await flawsIn(window, '[role=dialog]')).toEqual([]);
  await window.keyboard.press('Escape');

  // What a session brought in goes out again, and comes back.
  await workbench.list.row('Composed: improve the notes').click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Revert this session’s accepted changes' }).click();
  await expect.poll(() => readFileSync(join(project, 'notes.txt'), 'utf8')).toBe(BASE.join(''));
  await window
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Undo' })
    .last()
    .click();
  await expect
    .poll(() => readFileSync(join(project, 'notes.txt'), 'utf8'))
    .toBe(edited({ 2: 'alpha', 6: 'beta too', 11: 'alpha too' }));
});

function windowWidth(window: Page): Promise<number> {
  return window.evaluate(() => globalThis.innerWidth);
}
