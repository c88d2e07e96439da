import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './fixtures';
import { test, workplaceOf } from './reviewFixture';

test('a copy deleted during a turn is reported, and recreated with a button', async ({
  review,
}) => {
  const scenario = {
    stateFile: 'state.json',
    turns: [
      { when: 'delete', steps: [{ shell: { command: "rm -rf '{{cwd}}'", cwd: '/' } }] },
      { when: 'again', steps: [{ say: 'Still here.' }] },
      [{ diskWrite: { path: 'src/two.txt', content: 'two\nagent\n' } }, { say: 'First done.' }],
    ],
  };
  const { window, pane, agent, changes } = await review({ scenario });
  await expect(changes.file('src/two.txt')).toBeVisible();
  await expect(pane.transcript).toContainText('First done.');
  const copy = await workplaceOf(agent);
  await pane.say('delete');
  const gone = 'The copy that this session works in is gone.';
  await expect(pane.transcript).toContainText(gone, { timeout: 30_000 });
  expect(existsSync(copy)).toBe(false);
  await window.getByRole('button', { name: 'Recreate the copy' }).click();
  await expect(window.getByRole('button', { name: 'Recreate the copy' })).toBeHidden();
  await expect.poll(() => existsSync(join(copy, 'src/two.txt'))).toBe(true);
  expect(readFileSync(join(copy, 'src/two.txt'), 'utf8')).toBe('two\nagent\n');
  await pane.say('again');
  await expect(pane.transcript).toContainText('Still here.', { timeout: 30_000 });
});
