import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEvent } from '#shared/airlock/ledgerEvents';
import type { ScriptedAgent } from '../test/support/scenario';
import { expect } from './fixtures';
import { ChangesRegion } from './pages/changes';
import { flawsIn } from './pages/flaws';
import { Workbench } from './pages/workbench';
import { one, proposedOne, test, workplaceOf } from './reviewFixture';

/** What the ledger on the disk says of each file, decision by decision. */
function decidedIn(userData: string): Record<string, string[]> {
  const ledger = readdirSync(userData, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('ledger.ndjson'),
  );
  const lines = readFileSync(join(userData, ledger ?? ''), 'utf8')
    .trimEnd()
    .split('\n');
  const paths = new Map<string, string>();
  const changes = new Map<string, string>();
  const decided: Record<string, string[]> = {};
  for (const event of lines.map((line) => JSON.parse(line) as LedgerEvent)) {
    if (event.type === 'change.proposed') paths.set(event.change.changeId, event.change.path);
    if (event.type === 'decision.made') changes.set(event.decisionId, event.changeId);
    if (event.type !== 'decision.settled') continue;
    const path = paths.get(changes.get(event.decisionId) ?? '') ?? '?';
    decided[path] = [...(decided[path] ?? []), ...event.outcomes.map(({ state }) => state)];
  }
  return decided;
}

function promptsOf(agent: ScriptedAgent): string[] {
  return agent.journal
    .of('received')
    .filter(({ message }) => message.method === 'session/prompt')
    .map(({ message }) => (message.params as { prompt: { text: string }[] }).prompt[0]?.text ?? '');
}

test('only accepted changes reach the project, and a restart loses nothing', async ({
  launch,
  review,
}) => {
  // It starts the app twice.
  test.slow();
  const first = await review();
  const { project, agent, pane, inProject } = first;
  await expect(pane.transcript).toContainText('All five are written.');
  const workplace = await workplaceOf(agent);
  const inWorkplace = (path: string) => readFileSync(join(workplace, path), 'utf8');

  const { changes } = first;
  await expect(changes.region).toContainText('Isolated: what it changes in its copy waits for you');
  for (const name of ['one', 'two', 'new', 'disk', 'shell']) {
    await expect(changes.file(`src/${name}.txt`)).toContainText(`${name}.txt`);
  }
  expect(inProject('src/one.txt')).toBe(one.join(''));
  expect(inProject('src/two.txt')).toBe('two\n');
  for (const name of ['new', 'disk', 'shell']) {
    expect(existsSync(join(project, `src/${name}.txt`))).toBe(false);
  }
  expect(inWorkplace('src/one.txt')).toBe(proposedOne.join(''));

  await changes.open('src/one.txt');
  await changes.hunk(1).getByRole('button', { name: 'Accept hunk' }).click();
  await expect(changes.hunk(1)).toContainText('Accepted');
  expect(inProject('src/one.txt')).toBe(one.with(1, 'line 2, better\n').join(''));

  await changes.hunk(2).getByRole('button', { name: 'Comment' }).click();
  await changes.region.getByRole('textbox', { name: 'Comment on line 10' }).fill('Keep this line.');
  await changes.button('Add comment').click();
  await changes.hunk(2).getByRole('button', { name: 'Reject hunk' }).click();
  await expect(changes.file('src/one.txt')).toHaveAccessibleName(/partly accepted/);
  // It was partly accepted before, too.
  await expect
    .poll(() => inWorkplace('src/one.txt'))
    .toBe(one.with(1, 'line 2, better\n').join(''));
  await first.close();

  const { window } = await launch({ userData: first.userData });
  const again = new ChangesRegion(window);
  await expect(again.file('src/one.txt')).toHaveAccessibleName(/partly accepted/);
  await expect(again.comments).toContainText('1 comment and 1 rejected hunk');

  await again.open('src/two.txt');
  await again.press('Alt+e');
  const editing = again.region.getByRole('group', { name: 'Editing the proposed text' });
  await expect(editing).toBeVisible();
  await again.press('Control+End');
  await window.keyboard.type('and by me');
  // A look elsewhere does not lose what was typed.
  await again.open('src/one.txt');
  await again.button('All files').click();
  await again.button('All files').click();
  await again.file('src/two.txt').click();
  await expect(editing).toBeVisible();
  await again.button('Keep edit').click();
  await expect(again.hunk(1)).toBeVisible();
  await again.button('Accept file').click();
  await expect(again.file('src/two.txt')).toHaveAccessibleName(/, accepted/);
  expect(inProject('src/two.txt')).toBe('two\nby the agent\nand by me');
  expect(inWorkplace('src/two.txt')).toBe('two\nby the agent\nand by me');

  await again.open('src/shell.txt');
  await again.press('Alt+y');
  await expect(again.file('src/shell.txt')).toHaveAccessibleName(/, accepted/);
  expect(inProject('src/shell.txt')).toBe('written by a shell\n');
  expect(existsSync(join(project, 'src/disk.txt'))).toBe(false);
  expect(existsSync(join(project, 'src/new.txt'))).toBe(false);
  expect(decidedIn(first.userData)).toEqual({
    'src/one.txt': ['accepted', 'rejected'],
    'src/two.txt': ['accepted'],
    'src/shell.txt': ['accepted'],
  });

  const feedback = [
    'I have a comment on your changes.',
    '',
    'src/one.txt, line 10:',
    '> line 10, worse',
    '',
    'Keep this line.',
    '',
    'I rejected one of your changes, and it has been reverted in your working tree:',
    '',
    '- src/one.txt: line 10',
    '  > line 10, worse',
    '',
    'Do not make rejected changes again unless I ask for them.',
  ].join('\n');
  await again.button('Edit message…').click();
  const dialog = new Workbench(window).dialog('Send to the agent');
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue(feedback);
  await message.fill(`${feedback}\n\nThank you.`);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(new Workbench(window).session('edit').transcript).toContainText('Keep this line.');
  await expect.poll(() => promptsOf(agent).length).toBe(2);
  expect(promptsOf(agent)[1]).toBe(`${feedback}\n\nThank you.`);
  await expect(again.comments).toBeHidden();
});

test('changes are decided together, line by line, by keys and with comments; conflicts are never overwritten', async ({
  review,
  folder,
}, info) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('collected decisions are applied together, and a decision can be undone', async () => {
    const { changes, inProject } = await review();
    await changes.open('src/one.txt');
    await changes.button('Collect, then apply together').click();
    await changes.press('Alt+y');
    await changes.press('Alt+n');
    // Once a file is done, the next one is shown.
    await expect(changes.file('src/one.txt')).toHaveAccessibleName(/decided, not applied yet/);
    await changes.open('src/one.txt');
    await expect(changes.hunk(1)).toContainText('Will be accepted');
    await expect(changes.hunk(2)).toContainText('Will be rejected');
    expect(inProject('src/one.txt')).toBe(one.join(''));
    await changes.button('Apply 2 collected').click();
    await expect(changes.file('src/one.txt')).toHaveAccessibleName(/partly accepted/);
    expect(inProject('src/one.txt')).toBe(one.with(1, 'line 2, better\n').join(''));
    await changes.button('Collect, then apply together').click();

    await changes.open('src/two.txt');
    await changes.button('Accept hunk').click();
    await expect(changes.file('src/two.txt')).toHaveAccessibleName(/, accepted/);
    await expect(changes.region.getByRole('status')).toHaveText('Accepted 1 hunk');
    await changes.button('Undo last decision').click();
    await expect(changes.file('src/two.txt')).toHaveAccessibleName(/undecided/);
    await expect(changes.region.getByRole('status')).toHaveText('');
    expect(inProject('src/two.txt')).toBe('two\n');

    await changes.button('Reject all').click();
    await expect(changes.file('src/new.txt')).toHaveAccessibleName(/rejected/);
    await changes.file('src/new.txt').click();
    await changes.button('Undo').first().click();
    await expect(changes.file('src/new.txt')).toHaveAccessibleName(/undecided/);
  });

  await test.step('keys move through hunks and files, from inside the text too', async () => {
    const opened = join(folder, 'opened');
    const editor = { command: `sh -c 'echo {file}:{line} > ${opened}'` };
    const { window, project, changes } = await review({ settings: { editor } });
    await changes.open('src/one.txt');
    await changes.region.getByText('line 2, better', { exact: true }).click();
    await changes.press('F7');
    await expect(changes.hunk(2)).toHaveAttribute('data-current', 'true');
    await changes.press('Alt+o');
    await expect
      .poll(() => (existsSync(opened) ? readFileSync(opened, 'utf8') : ''))
      .toBe(`${join(project, 'src/one.txt')}:10\n`);
    await changes.press('Shift+F7');
    await expect(changes.hunk(1)).toHaveAttribute('data-current', 'true');
    await changes.press('Alt+y');
    await expect(changes.hunk(1)).toContainText('Accepted');
    await changes.press('Alt+z');
    await expect(changes.hunk(1)).not.toContainText('Accepted');
    await changes.press('Alt+PageDown');
    await expect(changes.file('src/shell.txt')).toHaveAttribute('aria-selected', 'true');
    await changes.press('Alt+Shift+y');
    await expect(changes.file('src/shell.txt')).toHaveAccessibleName(/, accepted/);
    await changes.file('src/new.txt').click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Reject file' }).click();
    await expect(changes.file('src/new.txt')).toHaveAccessibleName(/, rejected/);
    await changes.files.getByRole('treeitem', { name: 'src, folder' }).focus();
    await changes.press('ArrowDown');
    await expect(changes.file('src/disk.txt')).toHaveAttribute('aria-selected', 'true');
    await changes.press('ArrowLeft');
    await changes.press('ArrowLeft');
    await expect(changes.file('src/disk.txt')).toBeHidden();
  });

  await test.step('some lines of a hunk can be accepted alone, and a symbolic link shows where it points', async () => {
    const scenario = {
      turns: [
        [
          { write: { path: 'src/two.txt', content: 'two\nfirst\nsecond\nthird\n' } },
          { shell: 'ln -s ../README.md src/link.md' },
        ],
      ],
    };
    const { changes, inProject } = await review({ scenario });
    await changes.open('src/two.txt');
    await changes.region.getByText('second', { exact: true }).click();
    await changes.press('Home');
    await changes.press('Shift+ArrowDown');
    await expect(changes.button('Accept lines')).toBeVisible();
    await changes.press('Alt+y');
    await expect(changes.file('src/two.txt')).toHaveAccessibleName(/partly decided/);
    expect(inProject('src/two.txt')).toBe('two\nsecond\n');

    await changes.file('src/link.md').click();
    await expect(
      changes.region.getByRole('group', { name: 'Symbolic link to ../README.md' }),
    ).toBeVisible();
  });

  await test.step('a line is commented on with the mark beside it, and with a key', async () => {
    const { agent, changes, window, pane } = await review();
    await expect(pane.transcript).toContainText('All five are written.');
    await changes.open('src/one.txt');
    const mark = changes.region.locator('.airlock-add-comment');
    await expect(mark).toBeHidden();
    await changes.region.getByText('line 3', { exact: true }).last().hover();
    await expect(mark).toBeVisible();
    await window.screenshot({ path: info.outputPath('mark.png') });
    await mark.click();
    const first = changes.region.getByRole('textbox', { name: 'Comment on line 3' });
    await expect(first).toBeFocused();
    await first.fill('By the mark.');
    await changes.button('Add comment').click();

    await changes.region.getByText('line 10, worse', { exact: true }).click();
    await changes.press('Alt+c');
    const second = changes.region.getByRole('textbox', { name: 'Comment on line 10' });
    await expect(second).toBeFocused();
    await second.fill('By a key.');
    await changes.press('Control+Enter');
    await expect(changes.comments).toContainText('2 comments');
    await changes.press('Alt+s');
    await expect.poll(() => promptsOf(agent).length).toBe(2);
    expect(promptsOf(agent)[1]).toContain('src/one.txt, line 3:\n> line 3\n\nBy the mark.');
    expect(promptsOf(agent)[1]).toContain('src/one.txt, line 10:\n> line 10, worse\n\nBy a key.');
  });

  await test.step('a file that the user changed meanwhile is merged, and a conflict is never overwritten', async () => {
    const { window, project, changes, inProject } = await review();
    await changes.open('src/one.txt');
    const mine = one.with(5, 'line 6, mine\n').with(9, 'line 10, mine\n');
    writeFileSync(join(project, 'src/one.txt'), mine.join(''));

    await changes.button('Accept file').click();
    await expect(changes.region).toContainText('You and the agent changed these lines.');
    expect(inProject('src/one.txt')).toBe(mine.with(1, 'line 2, better\n').join(''));
    const yours = changes.region.getByRole('group', { name: 'Yours, from line 10' });
    await expect(yours).toContainText('line 10, mine');
    await expect(changes.region.getByRole('group', { name: 'The agent’s' })).toContainText(
      'line 10, worse',
    );

    // The result is a text that can be written: here the last word is neither side's.
    const result = changes.region.getByRole('textbox', { name: 'src/one.txt, result' });
    await expect(result).toBeEditable();
    await result.press('Control+Home');
    await window.keyboard.type('by hand\n');
    await changes.button('Use this result').click();
    await expect(changes.file('src/one.txt')).toHaveAccessibleName(/, accepted/);
    expect(inProject('src/one.txt')).toBe(
      [
        'by hand\n',
        ...mine.with(1, 'line 2, better\n').with(9, 'line 10, mine\nline 10, worse\n'),
      ].join(''),
    );
  });

  await test.step('the review passes the accessibility checks', async () => {
    const { window, changes } = await review();
    await changes.open('src/one.txt');
    await changes.hunk(2).getByRole('button', { name: 'Comment' }).click();
    await changes.region.getByRole('textbox', { name: 'Comment on line 10' }).fill('Why?');
    expect(await flawsIn(window, 'section[aria-label="Changes"]')).toEqual([]);
    await changes.button('Add comment').click();
    await changes.button('All files').click();
    await expect(changes.inScroll('src/one.txt')).toContainText('Why?');
    await expect(changes.inScroll('src/one.txt')).toContainText('line 2, better');
    expect(await flawsIn(window, 'section[aria-label="Changes"]')).toEqual([]);
  });
});
