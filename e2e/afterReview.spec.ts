import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './fixtures';
import { test, workplaceOf } from './reviewFixture';

test('files are rewound and opened, a prompt is sent again, changes are committed, and many files are accepted and undone', async ({
  review,
  folder,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('files are rewound to the start of a turn, and the rewind is undone', async () => {
    const scenario = {
      turns: [
        [{ diskWrite: { path: 'src/first.txt', content: 'first\n' } }, { say: 'First done.' }],
        [
          { diskWrite: { path: 'src/first.txt', content: 'first, changed\n' } },
          { shell: 'echo second > src/second.txt' },
          { say: 'Second done.' },
        ],
        [{ shell: 'echo third > src/third.txt' }, { say: 'Third done.' }],
      ],
    };
    const opened = join(folder, 'opened');
    const settings = { editor: { command: editorThatNotes(folder, opened) } };
    const { window, project, agent, pane, changes } = await review({
      scenario,
      prompt: 'one',
      settings,
    });
    await expect(pane.transcript).toContainText('First done.');
    await pane.say('two');
    await expect(pane.transcript).toContainText('Second done.');
    const workplace = await workplaceOf(agent);
    await expect(changes.file('src/second.txt')).toBeVisible();

    const prompt = pane.transcript.getByRole('article', { name: 'You' }).filter({ hasText: 'two' });
    await prompt.hover();
    await pane.transcript.getByRole('button', { name: 'Rewind files to here' }).last().click();
    await expect(changes.file('src/second.txt')).toBeHidden();
    expect(existsSync(join(workplace, 'src/second.txt'))).toBe(false);
    expect(readFileSync(join(workplace, 'src/first.txt'), 'utf8')).toBe('first\n');
    await window.getByRole('button', { name: 'Undo' }).last().click();
    await expect(changes.file('src/second.txt')).toBeVisible();
    expect(readFileSync(join(workplace, 'src/first.txt'), 'utf8')).toBe('first, changed\n');
    expect(existsSync(join(project, 'src/first.txt'))).toBe(false);

    await test.step('the agent’s folder is opened in the editor', async () => {
      await changes.button('More actions for changes').click();
      await window.getByRole('menuitem', { name: 'Open agent’s folder in editor' }).click();
      await expect.poll(() => readIfThere(opened)).toBe(`${workplace}\n`);
    });

    await test.step('a prompt is edited and sent again, with the files as they were before it', async () => {
      await prompt.hover();
      await pane.transcript.getByRole('button', { name: 'Edit and send again' }).last().click();
      const editor = pane.transcript.getByRole('group', { name: 'Edit prompt' });
      await expect(editor.getByRole('textbox', { name: 'Edited prompt' })).toBeFocused();
      await window.keyboard.press('ControlOrMeta+a');
      await window.keyboard.type('two, but better');
      await editor.getByRole('checkbox', { name: 'Rewind files to before this prompt' }).check();
      await editor.getByRole('textbox', { name: 'Edited prompt' }).press('ControlOrMeta+Enter');
      await expect(editor).toBeHidden();
      await expect(pane.transcript).toContainText('Third done.');
      await expect(pane.transcript.getByText('two, but better')).toHaveCount(1);
      await expect(changes.file('src/third.txt')).toBeVisible();
      await expect(changes.file('src/second.txt')).toBeHidden();
      expect(existsSync(join(workplace, 'src/second.txt'))).toBe(false);
      expect(readFileSync(join(workplace, 'src/first.txt'), 'utf8')).toBe('first\n');
    });
  });

  await test.step('accepted changes are put on a branch and committed on request', async () => {
    const { workbench, window, repository, changes } = await review();
    await repository.git('config', 'user.name', 'Somebody');
    await repository.git('config', 'user.email', 'somebody@example.com');
    await changes.open('src/two.txt');
    await changes.button('Accept file').click();
    await expect(changes.file('src/two.txt')).toHaveAccessibleName(/, accepted/);
    const before = await repository.head();

    await changes.button('More actions for changes').click();
    await window.getByRole('menuitem', { name: 'Apply as branch…' }).click();
    const branch = workbench.dialog('Apply accepted changes as a branch');
    await expect(branch).toContainText('1 file with accepted changes');
    await branch.getByRole('textbox', { name: 'Branch' }).fill('not a name');
    await branch.getByRole('button', { name: 'Create branch' }).click();
    await expect(branch).toContainText('Not a branch name');
    await branch.getByRole('textbox', { name: 'Branch' }).fill('airlock/two');
    await branch.getByRole('button', { name: 'Create branch' }).click();
    await expect(branch).toBeHidden();
    expect(await repository.git('show', 'airlock/two:src/two.txt')).toBe('two\nby the agent');
    expect(await repository.head()).toBe(before);

    await changes.button('More actions for changes').click();
    await window.getByRole('menuitem', { name: 'Commit accepted…' }).click();
    const commit = workbench.dialog('Commit accepted changes');
    await commit.getByRole('textbox', { name: 'Message' }).fill('Add a second line');
    await commit.getByRole('button', { name: 'Commit', exact: true }).click();
    await expect(commit).toBeHidden();
    expect(await repository.git('log', '-1', '--format=%s%n%P')).toBe(
      `Add a second line\n${before}`,
    );
    expect(await repository.git('show', '--name-only', '--format=', 'HEAD')).toBe('src/two.txt');
    expect(await repository.status()).toEqual([]);
  });

  await test.step('many files are accepted with their progress, stopped in the middle, and undone in one step', async () => {
    const scenario = {
      turns: [
        [
          { shell: `for i in $(seq ${MANY}); do echo $i > src/many$i.txt; done` },
          { say: 'All are written.' },
        ],
      ],
    };
    const { window, project, pane, changes } = await review({ scenario });
    await expect(pane.transcript).toContainText('All are written.');
    await expect(pane.region).toContainText(`${MANY} files`);
    const written = () =>
      readdirSync(join(project, 'src')).filter((name) => name.startsWith('many')).length;

    await changes.button('Accept all').click();
    // Pressed again while it is under way, the key does nothing.
    await changes.press('Alt+Shift+a');
    await expect(changes.region.getByRole('progressbar', { name: 'Accepting' })).toBeVisible();
    await changes.button('Cancel').click();
    const said = changes.region.getByText(/^Accepted [\d,]+ hunks/);
    await expect(said).toBeVisible();
    const accepted = Number(/\d+/.exec(await said.innerText())?.[0]);
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(MANY);
    expect(written()).toBe(accepted);

    await changes.button('Undo last decision').click();
    await expect.poll(written).toBe(0);
    await expect(changes.button('Accept all')).toBeEnabled();
    // Empty ones wait for something to say.
    await expect(window.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  });
});

/** More than are decided in one step. */
const MANY = 520;

/** A program that writes down which folder it was to open. */
function editorThatNotes(folder: string, note: string): string {
  const program = join(folder, 'editor.sh');
  writeFileSync(program, `#!/bin/sh\necho "$1" > "${note}"\n`);
  chmodSync(program, 0o755);
  return `"${program}"`;
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
