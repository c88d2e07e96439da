import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './fixtures';
import { test, workplaceOf } from './reviewFixture';

test('files are rewound, and accepted changes are put on a branch and committed', async ({
  review,
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
      ],
    };
    const { window, project, agent, pane, changes } = await review({ scenario, prompt: 'one' });
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
});
