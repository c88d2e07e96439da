import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';

/** Wants to run a command, and says what became of it. */
const run = (command: string, id: string): NonNullable<Scenario['turns']>[number] => [
  {
    ask: {
      toolCall: { toolCallId: id, title: 'Run', kind: 'execute', rawInput: { command } },
      onAllowed: [{ say: `Ran ${command} (${id}).` }],
      onRejected: [{ say: `Left ${command} (${id}).` }],
    },
  },
];

test('a rule is proposed by a question, applied, edited, removed, and put back', async ({
  open,
  script,
  project,
}) => {
  // Each request is a turn of its own, and the settings are opened three times.
  test.slow();
  const turns = ['one', 'two', 'three', 'four', 'five'].map((id) => run('npm test', id));
  const { workbench, window } = await open({ Alpha: script({ turns }) });
  const pane = await workbench.start({ agent: 'Alpha', folder: project, prompt: 'test it' });
  const settings = workbench.dialog('Settings');

  await test.step('the first question is answered by hand, the second proposes a rule', async () => {
    await pane.option('Allow').click();
    await expect(pane.transcript).toContainText('Ran npm test (one).');
    await pane.say('again');
    await pane.permissions.getByRole('button', { name: 'Always allow “npm test”…' }).click();
    const form = settings.getByRole('form', { name: 'Always allow' });
    await expect(form.getByRole('textbox', { name: 'Command' })).toHaveValue('npm test');
    await expect(form.getByRole('combobox', { name: 'Where' })).toContainText('This project');
    await expect(form).toContainText('it would have allowed 2');
    await form.getByRole('textbox', { name: 'Command' }).press('Enter');
    await expect(settings).toBeHidden();
    await expect(pane.transcript).toContainText('Ran npm test (two).');
    await expect(pane.transcript).toContainText('by your rule “npm test” (this project)');
  });

  await test.step('the next request is not asked, and its line leads to the rule', async () => {
    await pane.say('and again');
    await expect(pane.transcript).toContainText('Ran npm test (three).');
    await expect(pane.permissions).toHaveCount(0);
    await pane.transcript.getByRole('button', { name: 'Show the rule “npm test”' }).last().click();
    await expect(settings.getByRole('list', { name: 'Rules' })).toContainText('npm test');
  });

  await test.step('the rule is edited to deny', async () => {
    await settings.getByRole('button', { name: 'Edit npm test' }).click();
    const form = settings.getByRole('form', { name: 'Edit rule' });
    await form.getByRole('combobox', { name: 'Answer' }).click();
    await window.getByRole('option', { name: 'Deny without asking' }).click();
    await expect(form).toContainText('denied');
    await form.getByRole('button', { name: 'Save rule' }).click();
    await expect(settings.getByRole('list', { name: 'Rules' })).toContainText('Deny');
    await window.keyboard.press('Escape');
    await pane.say('once more');
    await expect(pane.transcript).toContainText('Left npm test (four).');
  });

  await test.step('it is removed, and put back', async () => {
    await workbench.run('Permission rules');
    await settings.getByRole('button', { name: 'Remove npm test' }).click();
    await expect(settings).toContainText('There are no rules yet');
    await window.getByRole('button', { name: 'Undo' }).last().click();
    await expect(settings.getByRole('list', { name: 'Rules' })).toContainText('npm test');
    await window.keyboard.press('Escape');
    await pane.say('the last');
    await expect(pane.transcript).toContainText('Left npm test (five).');
  });
});
