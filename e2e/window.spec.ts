import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, startAgain, test } from './fixtures';
import { Workbench } from './pages/workbench';

test('the window follows settings.json, reopens at its last position, and outlives a second start and a crash', async ({
  launch,
  folder,
}) => {
  test.slow();
  const first = await launch({ settings: { theme: 'light' } });

  await test.step('edits of settings.json by hand take effect at once, and mistakes are shown', async () => {
    const path = join(first.userData, 'settings.json');
    const isDark = () =>
      first.electron.evaluate(({ nativeTheme }) => nativeTheme.themeSource === 'dark');
    await writeFile(path, '{ "theme": "dark", "mine": 1 }');
    await expect.poll(isDark).toBe(true);
    const broken = '{ "theme": "light",\n  oops }';
    await writeFile(path, broken);
    await expect(first.window.getByText(/settings\.json/i).first()).toBeVisible();
    await expect(first.window.getByText(/line 2/i).first()).toBeVisible();
    expect(await readFile(path, 'utf8')).toBe(broken);
    expect(await isDark()).toBe(true);
  });

  await test.step('a settings.json or a folder that is read-only stays as it is, and that is said', async () => {
    const path = join(first.userData, 'settings.json');
    const before = '{ "theme": "dark" }';
    await writeFile(path, before);
    const workbench = new Workbench(first.window);
    await workbench.run('Show thoughts');
    const thoughts = first.window.getByRole('switch', { name: 'Show thoughts' });
    const told = (words: RegExp) => first.window.getByRole('dialog', { name: words });
    await chmod(path, 0o444);
    await thoughts.click();
    await expect(told(/^settings\.json is read-only, so nothing was saved/)).toBeVisible();
    await chmod(path, 0o644);
    await chmod(first.userData, 0o555);
    await thoughts.click();
    await expect(told(/^The folder .*user-data-0 is read-only/)).toBeVisible();
    await chmod(first.userData, 0o755);
    await expect(thoughts).not.toBeChecked();
    expect(await readFile(path, 'utf8')).toBe(before);
    await thoughts.click();
    await expect(thoughts).toBeChecked();
    await first.window.keyboard.press('Escape');
  });

  await first.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 900, height: 640 });
  });
  await first.close();
  const app = await launch({ userData: first.userData });

  await test.step('the window reopens at its last position', async () => {
    const bounds = await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    );
    expect(bounds).toMatchObject({ width: 900, height: 640 });
  });

  await test.step('a second start passes its folder to the first instance and exits; a window that crashed is reloaded', async () => {
    await startAgain(app, folder);
    expect(app.electron.windows()).toHaveLength(1);
    // It shows itself also where sessions of other projects are on the screen.
    await expect(app.window.getByRole('dialog', { name: 'New session' })).toBeVisible();
    await expect(app.window.getByRole('textbox', { name: 'Folder' })).toHaveValue(folder);

    // Last, because Playwright loses the page with its process.
    await app.electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (!contents) throw new Error('There is no window.');
      const kept = globalThis as unknown as { recovered: Promise<boolean> };
      kept.recovered = new Promise<void>((resolve) => {
        contents.once('did-finish-load', () => resolve());
      }).then(() =>
        // The window itself can still be asked.
        contents.executeJavaScript(`new Promise((resolve) => {
          const look = () => document.querySelector('nav[aria-label="Sessions"]')
            ? resolve(true) : requestAnimationFrame(look);
          look();
        })`),
      );
      setImmediate(() => contents.forcefullyCrashRenderer());
    });
    const recovered = await app.electron.evaluate(
      () => (globalThis as unknown as { recovered: Promise<boolean> }).recovered,
    );
    expect(recovered).toBe(true);
  });
});
