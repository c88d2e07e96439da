import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './fixtures';
import { ChangesRegion } from './pages/changes';
import { test } from './reviewFixture';

test('in place, a write waits for an answer, and one that bypassed the review can be reverted', async ({
  review,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('a write waits for the user’s answer, and the agent is told what was rejected', async () => {
    const scenario = {
      turns: [
        [
          {
            write: {
              path: 'src/two.txt',
              content: 'two\nby the agent\n',
              onError: [{ say: 'No? {{error}}' }],
            },
          },
          { say: ' Done.' },
        ],
      ],
    };
    const settings = { defaultIsolation: 'in-place' };
    const { workbench, window, pane, changes, inProject } = await review({
      scenario,
      settings,
      prompt: 'ask first',
    });
    // One state everywhere: in the sidebar, the transcript and the list of what waits.
    await expect(workbench.list.row('ask first')).toHaveAccessibleName(/waiting for you/i);
    await expect(pane.transcript).toContainText('Waiting for your review of src/two.txt');
    await expect(pane.transcript).not.toContainText('Working');
    await workbench.list.waiting.click();
    const waiting = workbench.dialog('Waiting for you');
    await expect(waiting).toContainText('Waiting for your review of src/two.txt');
    await window.keyboard.press('Escape');
    await expect(changes.region).toContainText('In place: writes through Airlock wait for you');
    await changes.open('src/two.txt');
    await expect(changes.file('src/two.txt')).toHaveAccessibleName(/the agent is waiting/);
    expect(inProject('src/two.txt')).toBe('two\n');
    await expect(pane.transcript).not.toContainText('Done.');
    await changes.button('Reject hunk').click();
    await expect(pane.transcript).toContainText('Rejected: line 2 of src/two.txt');
    await expect(pane.transcript).toContainText('Done.');
    expect(inProject('src/two.txt')).toBe('two\n');
  });

  await test.step('a write that bypassed the review is marked, and can be reverted', async () => {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const scenario = {
      turns: [
        [
          { diskWrite: { path: 'src/two.txt', content: 'two\npast you\n' } },
          { diskWrite: { path: '.vscode/tasks.json', content: '{ "runOn": "folderOpen" }\n' } },
          { shell: `echo ${pixel} | base64 -d > src/dot.png` },
          { say: 'Done.' },
        ],
      ],
    };
    const { workbench, window, project, changes, inProject } = await review({
      scenario,
      isolation: 'In place',
    });
    await expect(changes.file('src/two.txt')).toHaveAccessibleName(/after the fact/);
    await changes.open('src/two.txt');
    await expect(changes.region).toContainText('Already in your files');
    expect(inProject('src/two.txt')).toBe('two\npast you\n');
    await changes.button('Reject file').click();
    await expect(changes.file('src/two.txt')).toHaveAccessibleName(/, rejected/);
    expect(inProject('src/two.txt')).toBe('two\n');

    // What arms itself is left by "Accept all", and asked about in red.
    await changes.button('Accept all').click();
    await expect(changes.file('src/dot.png')).toHaveAccessibleName(/, accepted/);
    const tasks = changes.file('.vscode/tasks.json');
    await expect(tasks).toHaveAccessibleName(/undecided.*can run code/);
    await tasks.click();
    await expect(changes.region).toContainText('Read every line of it.');
    await changes.button('Accept file').click();
    const question = window.getByRole('alertdialog', { name: 'Accept .vscode/tasks.json?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(tasks).toHaveAccessibleName(/undecided/);

    await changes.file('src/dot.png').click();
    await expect(changes.region.getByRole('img', { name: 'src/dot.png, new' })).toBeVisible();
    await expect(changes.region).toContainText('1 × 1');

    await window.getByRole('button', { name: 'In place', exact: true }).click();
    await expect(window.getByRole('dialog', { name: 'In place' })).toContainText(project);
    await window.keyboard.press('Escape');
    await workbench.list.pick('edit', 'Delete…');
    await expect(window.getByRole('alertdialog')).toContainText(
      '1 file with changes that you have not decided about.',
    );
  });
});

test('files written around a crash are listed until the user has decided about them', async ({
  launch,
  review,
}) => {
  // It starts the app three times.
  test.slow();
  const scenario = {
    turns: [[{ diskWrite: { path: 'src/two.txt', content: 'agent\n' } }, { stall: true as const }]],
  };
  const first = await review({ scenario, isolation: 'In place' });
  await expect(first.changes.file('src/two.txt')).toBeVisible();
  const killed = once(first.electron.process(), 'exit');
  first.electron.process().kill('SIGKILL');
  await killed;
  writeFileSync(join(first.project, 'src/one.txt'), 'anybody\n');

  const notice =
    /one\.txt counts as yours, but may be the agent’s: Airlock ended while it was written/;
  const second = await launch({ userData: first.userData });
  await second.window.getByRole('treeitem', { name: /Interrupted edit/ }).click();
  const named = new ChangesRegion(second.window);
  await named.region.getByText('1 path is not part of this review').click();
  await expect(named.region).toContainText(notice);
  await second.close();

  const { window } = await launch({ userData: first.userData });
  const { region } = new ChangesRegion(window);
  await region.getByText('1 path is not part of this review').click();
  await expect(region).toContainText(notice);
  await region.getByRole('button', { name: 'Keep as mine' }).click();
  await expect(region).not.toContainText('not part of this review');
});
