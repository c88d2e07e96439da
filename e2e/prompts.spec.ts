import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';

/** Holds the first prompt until the gate opens; repeats every other. */
const patient: Scenario = {
  turns: [[{ say: 'Thinking.' }, { stallUntil: 'go' }, { say: ' Done.' }], [{ echo: true }]],
};

test('prompts go to several sessions, are queued, edited and stopped', async ({
  open,
  script,
  project,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('one prompt goes to three sessions, all are stopped at once, and the next goes to one', async () => {
    const talk: Scenario = {
      turns: [[{ say: 'Ready.' }], [{ echo: true }, { stallUntil: 'never' }]],
    };
    const { workbench, window } = await open({
      Alpha: script(talk),
      Beta: script(talk),
      Gamma: script(talk),
    });
    const panes = [];
    for (const [agent, prompt] of [
      ['Alpha', 'one'],
      ['Beta', 'two'],
      ['Gamma', 'three'],
    ] as const) {
      const pane = await workbench.start({ agent, folder: project, prompt });
      await expect(pane.transcript).toContainText('Ready.');
      panes.push(pane);
    }
    await window.getByRole('button', { name: 'Send a prompt to several sessions' }).click();
    const dialog = workbench.dialog('Send to several sessions');
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill('report at once');
    await dialog.getByRole('button', { name: 'Send to 3 sessions' }).click();
    await expect(dialog).toBeHidden();
    for (const pane of panes) {
      await expect(pane.transcript.getByText('report at once')).toHaveCount(2);
      await expect(pane.stop).toBeVisible();
    }
    await window.getByRole('button', { name: 'Stop all' }).click();
    for (const pane of panes) await expect(pane.stop).toBeHidden();
    await expect(window.getByText('Stopped 3 sessions')).toBeVisible();

    await workbench.run('Send a prompt to several sessions…');
    for (const name of ['two', 'three']) {
      await dialog.getByRole('checkbox', { name, exact: true }).uncheck();
    }
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill('only you');
    await dialog.getByRole('button', { name: 'Send to 1 session' }).click();
    await expect(workbench.session('one').transcript.getByText('only you')).toHaveCount(2);
    for (const pane of panes.slice(1)) await expect(pane.transcript).not.toContainText('only you');
  });

  await test.step('a prompt sent while the agent works is queued, and waits while it is edited', async () => {
    const agents = { Alpha: script(patient), Beta: script(patient), Gamma: script(patient) };
    const { workbench, window } = await open(agents);

    await test.step('it is sent when the turn ends', async () => {
      const pane = await workbench.start({ agent: 'Alpha', folder: project, prompt: 'one' });
      await expect(pane.transcript).toContainText('Thinking.');
      await pane.say('second thoughts');
      await expect(pane.region).toContainText('second thoughts');
      await expect(pane.transcript).not.toContainText('second thoughts');
      agents.Alpha.open('go');
      await expect(pane.transcript).toContainText('Thinking. Done.');
      // Once as the user's words, once as the agent's.
      await expect(pane.transcript.getByText('second thoughts')).toHaveCount(2);
    });

    await test.step('it waits while it is edited', async () => {
      const pane = await workbench.start({ agent: 'Beta', folder: project, prompt: 'two' });
      await expect(pane.transcript).toContainText('Thinking.');
      await pane.say('second thoughts');
      await pane.region.getByRole('button', { name: 'Edit', exact: true }).click();
      const editor = pane.region.getByRole('textbox', { name: 'Queued prompt' });
      await editor.fill('third thoughts');
      agents.Beta.open('go');
      await expect(pane.transcript).toContainText('Done.');
      await expect(pane.stop).toBeHidden();
      await window.reload();
      await expect(editor).toHaveValue('third thoughts');
      await pane.region.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(pane.transcript.getByText('third thoughts')).toHaveCount(2);
      await expect(pane.transcript).not.toContainText('second thoughts');
    });

    await test.step('a turn is stopped, and the session continues', async () => {
      const pane = await workbench.start({ agent: 'Gamma', folder: project, prompt: 'three' });
      await expect(pane.transcript).toContainText('Thinking.');
      await pane.stop.click();
      await expect(pane.stop).toBeHidden();
      await expect(pane.transcript).not.toContainText('Done.');
      await pane.say('and now this');
      await expect(pane.transcript.getByText('and now this')).toHaveCount(2);
    });
  });
});
