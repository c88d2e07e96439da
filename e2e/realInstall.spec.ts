import { join } from 'node:path';
import { expect, test } from './fixtures';
import { Workbench } from './pages/workbench';

/** Downloads some 300 MB from the npm registry. */
test.skip(
  process.env.AIRLOCK_REAL_INSTALL === undefined,
  'AIRLOCK_REAL_INSTALL is not set: nothing is downloaded.',
);

test('a real agent is installed, used, updated, rolled back and removed', async ({
  launch,
  folder,
  project,
}) => {
  test.setTimeout(540_000);
  const pictures = process.env.AIRLOCK_PICTURES;
  const app = await launch({
    args: [project],
    env: { HOME: join(folder, 'home'), npm_config_cache: join(folder, 'npm-cache') },
  });
  const { window } = app;
  const workbench = new Workbench(window);
  const picture = async (name: string) => {
    if (pictures) await window.screenshot({ path: join(pictures, `${name}.png`) });
  };
  const agents = async () => {
    await window.getByRole('button', { name: 'Settings', exact: true }).click();
    await window.getByRole('tab', { name: 'Agents' }).click();
  };
  const codex = window
    .getByRole('list', { name: 'Agents to install' })
    .getByRole('listitem', { name: 'Codex', exact: true });
  const long = { timeout: 240_000 };

  await agents();
  await expect(codex).toContainText('npm install --package-lock-only');
  await codex.getByRole('button', { name: 'Install Codex' }).click();
  await expect(codex.getByRole('progressbar')).toBeVisible();
  await expect(codex).toContainText(/Downloading: .* of /, long);
  await picture('install-progress');
  await expect(codex.getByText('in use')).toBeVisible(long);
  await picture('installed');
  await window.keyboard.press('Escape');

  await workbench.start({ agent: 'Codex', folder: project });
  const answered = window.getByText(/Codex is ready|needs you to log in/).first();
  await expect(answered).toBeVisible({ timeout: 60_000 });
  await picture('session');

  await agents();
  await window.getByRole('button', { name: 'Check for updates' }).click();
  await codex.getByRole('button', { name: /^Update Codex to / }).click({ timeout: 60_000 });
  const versions = codex.getByRole('list', { name: 'Installed versions of Codex' });
  await expect(versions.getByRole('listitem')).toHaveCount(2, long);
  await codex.getByRole('button', { name: /^Use Codex / }).click();
  await expect(versions.getByRole('listitem').last()).toContainText('in use');
  await picture('versions');

  await codex
    .getByRole('button', { name: /^Remove Codex / })
    .first()
    .click();
  await expect(versions.getByRole('listitem')).toHaveCount(1);
  await codex.getByRole('button', { name: /^Remove Codex / }).click();
  await expect(codex.getByRole('button', { name: 'Install Codex' })).toBeVisible();
});
