import type { Scenario } from '../test/agent/scenario';
import { expect, test } from './fixtures';
import { ChangesRegion } from './pages/changes';

const edits: Scenario = {
  turns: [
    [{ diskWrite: { path: 'notes.md', content: '# Notes\n\nBy the agent.\n' } }],
    [{ say: 'Understood.' }],
    [{ say: 'Again.' }],
  ],
};

test('rejected changes are reported with the next prompt, unless the user removes them', async ({
  open,
  script,
  project,
}, info) => {
  const agent = script(edits);
  const { workbench, window } = await open({ Alpha: agent });
  const pane = await workbench.start({ folder: project, prompt: 'edit' });
  const changes = new ChangesRegion(window);
  await changes.open('notes.md');
  await changes.button('Reject file').click();
  const note = pane.region.getByRole('region', { name: 'Sent with your prompt' });
  await expect(note).toContainText('Also sends 1 rejected hunk');
  await note.getByRole('button', { name: 'Exclude' }).click();
  await expect(note).toContainText('Without 1 rejected hunk');
  await pane.say('first');
  await expect(pane.transcript).toContainText('Understood.');
  await note.getByRole('button', { name: 'Include' }).click();
  await window.screenshot({ path: info.outputPath('note.png') });
  await pane.say('second');
  await expect(pane.transcript).toContainText('Again.');
  await expect(note).toBeHidden();

  const prompts = agent.journal
    .of('received')
    .filter(({ message }) => message.method === 'session/prompt')
    .map(({ message }) => (message.params as { prompt: { text: string }[] }).prompt);
  expect(prompts[1]?.map(({ text }) => text)).toEqual(['first']);
  expect(prompts[2]?.map(({ text }) => text.trim())).toEqual([
    [
      'I rejected one of your changes, and it has been reverted in your working tree:',
      '',
      '- notes.md: line 3',
      '  > By the agent.',
      '',
      'Do not make rejected changes again unless I ask for them.',
    ].join('\n'),
    'second',
  ]);
  await expect(pane.transcript).toContainText('I rejected one of your changes');
});
