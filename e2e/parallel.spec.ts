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

test('three agents stream at once, each in its own pane', async ({ open, script, project }) => {
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
    await expect(pane.transcript).toContainText(`${names[index]} begins. ${names[index]} goes on.`);
  }
  for (const agent of Object.values(agents)) agent.open('end');
  for (const [index, pane] of panes.entries()) {
    await expect(pane.transcript).toContainText(`${names[index]} ends.`);
    await expect(pane.stop).toBeHidden();
  }
});

test('the same prompt goes to several agents at once', async ({ open, script, project }) => {
  const { workbench } = await open({
    Alpha: script({ turns: [[{ say: 'Alpha says so.' }]] }),
    Beta: script({ turns: [[{ say: 'Beta says no.' }]] }),
  });
  await workbench.start({
    agent: 'Alpha',
    alsoAgents: ['Beta'],
    folder: project,
    prompt: 'decide',
  });
  await expect(workbench.sessions).toHaveCount(2);
  await expect(workbench.sessions.filter({ hasText: 'Alpha says so.' })).toHaveCount(1);
  await expect(workbench.sessions.filter({ hasText: 'Beta says no.' })).toHaveCount(1);
  await expect(workbench.list.row('decide')).toHaveCount(2);
});

test('a session that streams in a background tab is complete when it is shown', async ({
  open,
  script,
  project,
}) => {
  const alpha = script(slowly('Alpha'));
  const { workbench, window } = await open({ Alpha: alpha, Beta: script('hello') });
  const one = await workbench.start({ agent: 'Alpha', folder: project, prompt: 'one' });
  await expect(one.transcript).toContainText('Alpha begins.');
  const two = await workbench.start({ agent: 'Beta', folder: project, prompt: 'two' });
  await window.keyboard.press('ControlOrMeta+Alt+1');
  await expect(workbench.sessions).toHaveCount(1);
  await expect(two.region).toBeVisible();

  const row = workbench.list.row('one');
  await expect(row.getByRole('img', { name: 'Working' })).toBeVisible();
  alpha.open('middle');
  alpha.open('end');
  await expect(row.getByRole('img', { name: 'Idle' })).toBeVisible();
  await expect(row).toContainText('Unread');
  await row.click();
  await expect(one.transcript).toContainText('Alpha begins. Alpha goes on. Alpha ends.');
  await expect(row).not.toContainText('Unread');
});
