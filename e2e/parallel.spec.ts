import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';

/** Says its part in three goes; the test lets it go on. */
const slowly = (name: string): Scenario => ({
  turns: [
    [
      { say: `${name} begins.` },
      { stallUntil: 'middle' },
      { say: ` ${name} goes on.` },
      { stallUntil: 'end' },
      { say: ` ${name} ends.` },
    ],
  ],
});

test('agents work side by side, as one, and in a background tab', async ({
  open,
  script,
  project,
}) => {
  // Many steps in one start of the app.
  test.slow();
  await test.step('one prompt to three agents is shown, put aside and closed as one', async () => {
    const { workbench, window } = await open({
      Alpha: script({ turns: [[{ say: 'Alpha says so.' }]] }),
      Beta: script({ turns: [[{ say: 'Beta says no.' }]] }),
      Gamma: script({ turns: [[{ say: 'Gamma says maybe.' }]] }),
    });
    const before = await workbench.start({ agent: 'Alpha', folder: project, prompt: 'before' });
    await workbench.start({
      agent: 'Alpha',
      alsoAgents: ['Beta', 'Gamma'],
      folder: project,
      prompt: 'decide',
    });
    const set = workbench.session('decide').region;
    await expect(workbench.sessions).toHaveCount(3);
    for (const answer of ['Alpha says so.', 'Beta says no.', 'Gamma says maybe.']) {
      await expect(set.filter({ hasText: answer })).toHaveCount(1);
    }
    // Side by side, each in a pane of its own.
    await expect(window.getByRole('tab')).toHaveCount(3);
    await expect(workbench.list.row('decide')).toHaveCount(3);

    await window.keyboard.press('ControlOrMeta+Alt+s');
    await expect(before.region).toBeVisible();
    await expect(window.getByRole('tab')).toHaveCount(4);
    await window.keyboard.press('ControlOrMeta+Alt+s');
    await expect(before.region).toHaveCount(0);
    await expect(set).toHaveCount(3);
    await window.getByRole('button', { name: 'Show all panes' }).click();
    await expect(before.region).toBeVisible();

    await window.keyboard.press('ControlOrMeta+Alt+w');
    await expect(workbench.sessions).toHaveCount(1);
    await expect(before.region).toBeVisible();
    await workbench.list.row('decide').first().click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Show the 3 sessions of this prompt' }).click();
    await expect(set).toHaveCount(3);
    await expect(workbench.sessions).toHaveCount(3);
    await window.keyboard.press('ControlOrMeta+Alt+w');
    await expect(workbench.sessions).toHaveCount(1);
  });

  await test.step('three agents stream at once, each in its own pane', async () => {
    const agents = {
      Alpha: script(slowly('Alpha')),
      Beta: script(slowly('Beta')),
      Gamma: script(slowly('Gamma')),
    };
    const { workbench } = await open(agents);
    await workbench.start({ agent: 'Alpha', folder: project, prompt: 'one' });
    await workbench.start({ agent: 'Beta', folder: project, prompt: 'two' });
    await workbench.start({ agent: 'Gamma', folder: project, prompt: 'three' });
    const panes = ['one', 'two', 'three'].map((title) => workbench.session(title));
    const names = Object.keys(agents);
    for (const [index, pane] of panes.entries()) {
      await expect(pane.transcript).toContainText(`${names[index]} begins.`);
      await expect(pane.stop).toBeVisible();
    }
    for (const agent of Object.values(agents)) agent.open('middle');
    for (const [index, pane] of panes.entries()) {
      await expect(pane.transcript).toContainText(
        `${names[index]} begins. ${names[index]} goes on.`,
      );
    }
    for (const agent of Object.values(agents)) agent.open('end');
    for (const [index, pane] of panes.entries()) {
      await expect(pane.transcript).toContainText(`${names[index]} ends.`);
      await expect(pane.stop).toBeHidden();
    }
  });

  await test.step('a session that streams in a background tab is complete when it is shown', async () => {
    const alpha = script(slowly('Alpha'));
    const { workbench, window } = await open({ Alpha: alpha, Beta: script('hello') });
    const one = await workbench.start({ agent: 'Alpha', folder: project, prompt: 'behind' });
    await expect(one.transcript).toContainText('Alpha begins.');
    const two = await workbench.start({ agent: 'Beta', folder: project, prompt: 'in front' });
    await window.keyboard.press('ControlOrMeta+Alt+1');
    await expect(workbench.sessions).toHaveCount(1);
    await expect(two.region).toBeVisible();

    const row = workbench.list.row('behind');
    await expect(row.getByRole('img', { name: 'Working' })).toBeVisible();
    alpha.open('middle');
    alpha.open('end');
    await expect(row.getByRole('img', { name: 'Idle' })).toBeVisible();
    await expect(row).toContainText('Unread');
    await row.click();
    await expect(one.transcript).toContainText('Alpha begins. Alpha goes on. Alpha ends.');
    await expect(row).not.toContainText('Unread');
  });
});
