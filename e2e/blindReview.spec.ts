import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './fixtures';
import { test, workplaceOf } from './reviewFixture';

test('nothing is accepted blindly, and nothing of the user’s is rejected', async ({ review }) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('a review that cannot read the files says so in red, accepts nothing, and tries again', async () => {
    const { window, userData, agent, changes, inProject } = await review();
    await changes.open('src/two.txt');
    const data = join(userData, 'data', 'airlock');
    const [session = ''] = (await readdir(data)).filter((name) => name.startsWith('ses_'));
    const objects = join(data, session, 'shadow.git', 'objects');
    await chmod(objects, 0o000);
    // The watcher hears of it, and the look that follows fails.
    await writeFile(join(await workplaceOf(agent), 'src/two.txt'), 'two\nunseen\n');
    const alert = changes.region.getByRole('alert');
    await expect(alert).toContainText('Airlock cannot read the agent’s files.', {
      timeout: 30_000,
    });
    await changes.button('Accept file').click();
    await expect(window.getByText(/Nothing was accepted/)).toBeVisible({ timeout: 30_000 });
    expect(inProject('src/two.txt')).toBe('two\n');
    const again = alert.getByRole('button', { name: 'Look again' });
    await again.click();
    await expect(alert.getByRole('button', { name: 'Looking…' })).toBeVisible();
    await expect(again).toBeVisible({ timeout: 30_000 });
    await chmod(objects, 0o755);
    await again.click();
    await expect(alert).toBeHidden({ timeout: 30_000 });
    await changes.open('src/two.txt');
    await changes.button('Accept file').click();
    await expect(changes.file('src/two.txt')).toHaveAccessibleName(/, accepted/);
    expect(inProject('src/two.txt')).toBe('two\nunseen\n');
  });

  await test.step('in place, rejecting all keeps what the user wrote between two turns', async () => {
    const scenario = {
      turns: [
        [{ diskWrite: { path: 'src/two.txt', content: 'two\nagent\n' } }, { say: 'First done.' }],
        [{ diskWrite: { path: 'src/three.txt', content: 'agent\n' } }, { say: 'Second done.' }],
      ],
    };
    const { pane, project, changes, inProject } = await review({ scenario, isolation: 'In place' });
    await expect(changes.file('src/two.txt')).toBeVisible();
    await expect(pane.transcript).toContainText('First done.');
    const mine = join(project, 'src/two.txt');
    await writeFile(mine, 'mine\ntwo\nagent\n');
    await pane.say('go on');
    await expect(changes.file('src/three.txt')).toBeVisible();
    await changes.button('Reject all').click();
    await expect(changes.file('src/two.txt')).toHaveAccessibleName(/, rejected/);
    expect(inProject('src/two.txt')).toBe('mine\ntwo\n');
  });
});
