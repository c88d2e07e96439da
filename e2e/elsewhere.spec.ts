import { openSocketServer, played } from '../test/support/loopbackSocket';
import { expect, test } from './fixtures';

const HOLDS_NOT = 'Airlock can neither review nor seal what it does there';

test('an agent at an address says wherever it is chosen and used that nothing holds it there', async ({
  open,
  script,
  project,
}) => {
  const agent = script({
    initialize: { agentInfo: { name: 'far', title: 'Far', version: '1.0.0' } },
    turns: [[{ say: 'Said from afar.' }]],
  });
  const server = await openSocketServer(played(agent));
  try {
    const { workbench, window } = await open(
      {},
      { settings: { agents: { far: { name: 'Far away', url: server.url } } } },
    );

    await test.step('in the new session dialog', async () => {
      await window.getByRole('button', { name: 'New session', exact: true }).click();
      const dialog = workbench.dialog('New session');
      await dialog.getByRole('combobox', { name: 'Agent' }).click();
      await window.getByRole('option', { name: 'Far away', exact: true }).click();
      await expect(dialog).toContainText(HOLDS_NOT);
      await expect(dialog).toContainText('Nothing else that it does is sealed');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
    });

    for (const isolation of ['Isolated', 'Sealed'] as const) {
      await test.step(`in a session, ${isolation}`, async () => {
        const prompt = `Hello ${isolation}`;
        const pane = await workbench.start({
          agent: 'Far away',
          folder: project,
          prompt,
          isolation,
        });
        await expect(pane.transcript.getByText('Said from afar.')).toBeVisible();
        const badge = window.getByRole('button', { name: 'Agent: Far away, elsewhere' }).last();
        await expect(badge).toBeInViewport({ ratio: 1 });
        await badge.click();
        await expect(window.getByRole('dialog', { name: 'Far away' })).toContainText(HOLDS_NOT);
        await window.keyboard.press('Escape');
      });
    }

    await test.step('in the settings', async () => {
      await window.getByRole('button', { name: 'Settings', exact: true }).click();
      await window.getByRole('tab', { name: 'Agents' }).click();
      await expect(window.getByRole('dialog', { name: 'Settings' })).toContainText(HOLDS_NOT);
    });
  } finally {
    await server.stop();
  }
});
