import type { ElectronApplication } from '@playwright/test';
import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly silent: boolean;
}

/** Collects notifications instead of showing them; says of the window that nobody looks at it. */
async function lookElsewhere(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ BrowserWindow, Notification }) => {
    BrowserWindow.getFocusedWindow = () => null;
    Notification.isSupported = () => true;
    const shown: Electron.Notification[] = [];
    (globalThis as unknown as { shown: Electron.Notification[] }).shown = shown;
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push(this);
    };
  });
}

function shownIn(electron: ElectronApplication): Promise<Shown[]> {
  return electron.evaluate(() =>
    (globalThis as unknown as { shown: Electron.Notification[] }).shown.map(
      ({ title, body, silent }) => ({ title, body, silent }),
    ),
  );
}

const asksThenEnds: Scenario = {
  turns: [
    [
      {
        ask: {
          toolCall: { toolCallId: 'call-1', title: 'Tidy up', kind: 'execute' },
          onAllowed: [{ say: 'Tidy.' }],
        },
      },
    ],
  ],
};

test('the user is notified when elsewhere, and only then', async ({ open, script, project }) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('a session that waits or ends notifies a user who is elsewhere, and a click opens it', async () => {
    const { workbench, electron } = await open({
      Alpha: script(asksThenEnds),
      Beta: script('hello'),
    });
    await lookElsewhere(electron);
    const clean = await workbench.start({ agent: 'Alpha', folder: project, prompt: 'clean' });
    const waits = { title: 'clean needs your attention', body: 'Tidy up', silent: true };
    await expect.poll(() => shownIn(electron)).toEqual([waits]);

    const other = await workbench.start({ agent: 'Beta', folder: project, prompt: 'other' });
    await expect
      .poll(() => shownIn(electron))
      .toEqual([waits, { title: 'other is done', body: 'Beta', silent: true }]);
    await workbench.page.keyboard.press('ControlOrMeta+Alt+1');
    await expect(other.region).toBeVisible();
    await expect(clean.region).toBeHidden();

    await electron.evaluate(() => {
      (globalThis as unknown as { shown: Electron.Notification[] }).shown[0]?.emit('click');
    });
    await expect(clean.permissions).toBeVisible();
    await clean.option('Allow').click();
    await expect.poll(async () => (await shownIn(electron)).at(-1)?.title).toBe('clean is done');
  });

  await test.step('no notification appears while the user looks at the window, or when notifications are off', async () => {
    const { workbench, electron, window } = await open({ Alpha: script('hello') });
    await lookElsewhere(electron);
    const idle = async (prompt: string) => {
      const session = await workbench.start({ folder: project, prompt });
      // Before its turn it is idle, too.
      await expect(session.transcript).toContainText('That is all.');
      await expect(workbench.list.row(prompt).getByRole('img', { name: 'Idle' })).toBeVisible();
    };
    await electron.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getFocusedWindow = () => BrowserWindow.getAllWindows()[0] ?? null;
    });
    await idle('watched');

    await window.keyboard.press('ControlOrMeta+,');
    await workbench.dialog('Settings').getByRole('tab', { name: 'Notifications' }).click();
    await workbench.dialog('Settings').getByRole('switch').first().click();
    await expect(workbench.dialog('Settings').getByRole('switch').first()).not.toBeChecked();
    await window.keyboard.press('Escape');
    await electron.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getFocusedWindow = () => null;
    });
    await idle('silenced');

    // One that is told comes last: whatever the two before it caused would be there by then.
    await window.keyboard.press('ControlOrMeta+,');
    await workbench.dialog('Settings').getByRole('tab', { name: 'Notifications' }).click();
    await workbench.dialog('Settings').getByRole('switch').first().click();
    await expect(workbench.dialog('Settings').getByRole('switch').first()).toBeChecked();
    await window.keyboard.press('Escape');
    await idle('told');
    await expect
      .poll(async () => (await shownIn(electron)).map(({ title }) => title))
      .toEqual(['told is done']);
  });
});
