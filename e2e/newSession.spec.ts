import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitRepository } from '../test/support/gitRepository';
import { expect, test } from './fixtures';
import { workplaceOf } from './reviewFixture';

test('a session starts from a recent folder and a template, with a mode, a mention and a file', async ({
  open,
  script,
  folder,
}) => {
  const repository = await GitRepository.createWith(join(folder, 'shop'), { 'src/cart.ts': '1\n' });
  const agent = script('legacyModels');
  const { workbench, window, electron } = await open(
    { Alpha: agent },
    { settings: { prompts: { 'Fix an issue': 'Fix {{issue}} on {{branch}}' } } },
  );
  const first = await workbench.start({ folder: repository.path, prompt: 'first' });
  await expect(first.region.getByRole('combobox', { name: 'Mode', exact: true })).toBeVisible();

  await window.keyboard.press('ControlOrMeta+n');
  const dialog = workbench.dialog('New session');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('/nowhere');
  await dialog.getByRole('button', { name: 'Recent folders' }).click();
  await window.getByRole('menuitemcheckbox', { name: repository.path }).click();
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveValue(repository.path);
  const branch = (await repository.git('symbolic-ref', '--short', 'HEAD')).trim();
  await expect(dialog.getByRole('combobox', { name: 'Copy from' })).toHaveValue(
    `Your files as they are now, on ${branch}`,
  );

  await dialog.getByRole('combobox', { name: 'Mode of Alpha' }).click();
  await window.getByRole('option', { name: 'Code' }).click();
  const prompt = dialog.getByRole('textbox', { name: 'Prompt' });

  await test.step('the prompt and the button are in view in the smallest window', async () => {
    const size = (width: number, height: number) =>
      electron.evaluate(
        ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setContentSize(...to),
        [width, height] as const,
      );
    const before = await window.evaluate(() => [innerWidth, innerHeight] as const);
    await size(720, 480);
    await expect.poll(() => window.evaluate(() => innerWidth)).toBe(720);
    await prompt.fill('one\ntwo\nthree');
    await expect(prompt).toBeInViewport({ ratio: 1 });
    expect(await prompt.evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0);
    await expect(dialog.getByRole('button', { name: 'Start', exact: true })).toBeInViewport({
      ratio: 1,
    });
    await prompt.fill('');
    await size(...before);
  });

  await dialog.getByRole('button', { name: 'Templates' }).click();
  await window.getByRole('menuitem', { name: 'Fix an issue' }).click();
  await expect(prompt).toHaveValue(`Fix {{issue}} on ${branch}`);
  // The place that is left is selected.
  await expect(prompt).toBeFocused();
  await window.keyboard.type('12');
  await window.keyboard.press('End');
  await window.keyboard.type(' in @car');
  await window.getByRole('option', { name: /cart\.ts/ }).click();
  await expect(prompt).toHaveValue(`Fix 12 on ${branch} in @src/cart.ts `);
  const notes = join(folder, 'outside.txt');
  writeFileSync(notes, 'from elsewhere\n');
  await dialog.locator('input[type="file"]').setInputFiles(notes);
  await expect(dialog.getByRole('list', { name: 'Attachments' })).toContainText('outside.txt');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();

  const second = workbench.session(/Fix 12 on/);
  await expect(second.region.getByRole('combobox', { name: 'Mode', exact: true })).toContainText(
    'Code',
  );
  const { message } = await agent.journal.waitFor(
    'received',
    ({ message: { method, params } }) =>
      method === 'session/prompt' && JSON.stringify(params).includes('cart.ts'),
  );
  const copy = await workplaceOf(agent);
  expect(JSON.stringify(message.params)).toContain('from elsewhere');
  expect(JSON.stringify(message.params)).toMatch(/"uri":"file:\/\/[^"]*\/src\/cart\.ts"/);
  expect(JSON.stringify(message.params)).not.toContain(`file://${repository.path}/src`);
  expect(copy).not.toBe(repository.path);

  await second.region.click();
  await workbench.run('Duplicate session');
  await expect(workbench.list.navigation.getByText(/Fix 12 on .* \(2\)$/)).toBeVisible();
});
