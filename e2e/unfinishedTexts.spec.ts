import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { Scenario } from '../test/agent/scenario';
import { expect, type RunningApp } from './fixtures';
import { ChangesRegion } from './pages/changes';
import { Workbench } from './pages/workbench';
import { one, test } from './reviewFixture';

test('what is half typed outlives other files, a reload, the agent and a crash of the app', async ({
  review,
  launch,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('what is typed into the review outlives other files, a reload and the agent', async () => {
    const scenario: Scenario = {
      turns: ['better', 'best'].map((text) => [
        { diskWrite: { path: 'src/one.txt', content: one.with(1, `line 2, ${text}\n`).join('') } },
        { diskWrite: { path: 'src/two.txt', content: `agent ${text}\n` } },
        { diskWrite: { path: 'src/new.txt', content: `new ${text}\n` } },
        { say: `Wrote ${text}.` },
      ]),
    };
    const { changes, pane, project, window } = await review({ scenario });
    const textbox = (name: string) => changes.region.getByRole('textbox', { name });
    const comment = commentIn(changes);
    const result = textbox('src/two.txt, result');
    const proposed = textbox('src/new.txt, proposed');

    await changes.open('src/one.txt');
    await changes.hunk(1).getByRole('button', { name: 'Comment' }).click();
    await comment.fill('half a comment');
    await changes.open('src/two.txt');
    writeFileSync(join(project, 'src/two.txt'), 'mine\n');
    await changes.button('Accept file').click();
    await expect(result).toBeEditable();
    await result.press('Control+Home');
    await window.keyboard.type('half a result');
    await changes.open('src/new.txt');
    await changes.press('Alt+e');
    await expect(proposed).toBeEditable();
    await proposed.press('Control+Home');
    await window.keyboard.type('half an edit');

    /** Editors draw their text as lines. */
    const lines = changes.region.locator('.view-lines');
    const expectAll = async () => {
      await changes.file('src/one.txt').click();
      await expect(comment).toHaveValue('half a comment');
      await changes.file('src/two.txt').click();
      await expect(lines.getByText('half a result')).toBeVisible();
      await changes.file('src/new.txt').click();
      await expect(lines.getByText('half an edit')).toBeVisible();
    };
    await expectAll();
    await window.reload();
    await expectAll();
    await pane.say('again');
    await expect(pane.transcript).toContainText('Wrote best.');
    const words = changes.region.getByRole('status');
    await expect(words.getByText('The agent has written this file again.')).toBeVisible();
    await expectAll();
    await changes.file('src/one.txt').click();
    await expect(words.getByText('These lines have changed since.')).toBeVisible();
    // What conflicted is replaced by the agent's new text; the result is there as an edit of that.
    await changes.file('src/two.txt').click();
    await expect(words.getByText('The agent has written this file again.')).toBeVisible();
    await changes.button('Keep edit').click();
    await expect(changes.hunk(1)).toBeVisible();
    await changes.button('Accept file').click();
    await expect(result).toBeEditable();
    await expect(lines.getByText('half a result').first()).toBeVisible();
  });

  await test.step('a crash of the app loses no draft, comment or collected decision', async () => {
    const first = await review();
    await first.changes.open('src/one.txt');
    await first.changes.button('Collect, then apply together').click();
    await first.changes.press('Alt+y');
    await first.changes.press('Alt+n');
    await expect(first.changes.file('src/one.txt')).toHaveAccessibleName(
      /decided, not applied yet/,
    );
    await first.changes.open('src/two.txt');
    await first.changes.hunk(1).getByRole('button', { name: 'Comment' }).click();
    await commentIn(first.changes).fill('half another comment');
    await first.pane.prompt.fill('half a thought');
    for (const text of ['half another comment', 'half a thought']) {
      await expect.poll(() => isOnDisk(first, text)).toBe(true);
    }
    await kill(first);

    const { window } = await launch({ userData: first.userData });
    await expect(new Workbench(window).session('edit').prompt).toHaveValue('half a thought');
    const changes = new ChangesRegion(window);
    await expect(changes.file('src/one.txt')).toHaveAccessibleName(/decided, not applied yet/);
    await changes.file('src/two.txt').click();
    await expect(commentIn(changes)).toHaveValue('half another comment');
  });
});

/** The field of the comment that is being written. */
function commentIn({ region }: ChangesRegion): Locator {
  return region.getByRole('textbox', { name: /^Comment on line/ });
}

/** Whether the storage of the window's page has been written to the disk with this in it. */
function isOnDisk({ userData }: RunningApp, text: string): boolean {
  const folder = join(userData, 'Local Storage', 'leveldb');
  return readdirSync(folder).some((name) =>
    readFileSync(join(folder, name), 'latin1').includes(text),
  );
}

async function kill({ electron }: RunningApp): Promise<void> {
  const killed = once(electron.process(), 'exit');
  electron.process().kill('SIGKILL');
  await killed;
}
