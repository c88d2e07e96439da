import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures';

/** One red pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('files are named, sent along or linked, and outlive a reload', async ({
  open,
  script,
  project,
  folder,
}) => {
  const outside = join(folder, 'outside.log');
  const binary = join(folder, 'core.dump');
  const image = join(folder, 'dot.png');
  await writeFile(outside, 'a line of the log\n');
  await writeFile(binary, Buffer.from([0xff, 0xfe, 0]));
  await writeFile(image, picture);

  const { workbench, window } = await open({ Alpha: script('echo') });
  const pane = await workbench.start({ folder: project, prompt: 'one' });
  await expect(pane.transcript.getByText('one')).toHaveCount(2);
  const files = [join(project, 'notes.md'), outside, binary, image];
  await pane.region.locator('input[type="file"]').first().setInputFiles(files);

  await expect(pane.prompt).toHaveValue('@notes.md ');
  const attachments = pane.region.getByRole('list', { name: 'Attachments' });
  await expect(attachments.getByRole('listitem')).toHaveText([
    'outside.log',
    'core.dump',
    'dot.png',
  ]);
  await window.reload();
  await expect(attachments.getByRole('listitem')).toHaveCount(3);
  await attachments.getByRole('button', { name: 'Remove core.dump' }).click();
  await pane.send.click();

  await expect(attachments).toBeHidden();
  // Once as the user sent it, once as the agent repeats it.
  await expect(pane.transcript.getByText('@notes.md')).toHaveCount(2);
  await expect(pane.transcript.getByText('a line of the log')).toHaveCount(2);
  await expect(pane.transcript.getByRole('img', { name: 'Attached' })).toHaveCount(2);
});
