import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, type OpenApp, test } from './fixtures';
import { InspectorPanel } from './pages/inspector';

/** Brings one screen up from an app with two sessions, one of which asks for leave. */
type Show = (app: OpenApp, project: string) => Promise<void>;

const screens: Readonly<Record<string, Show>> = {
  'two sessions': async ({ workbench }) => {
    await expect(workbench.sessions).toHaveCount(2);
  },
  'empty panes': async ({ window }) => {
    await window.keyboard.press('ControlOrMeta+Alt+4');
    await expect(window.getByRole('region', { name: 'Empty pane' })).toHaveCount(2);
  },
  tabs: async ({ window }) => {
    await window.keyboard.press('ControlOrMeta+Alt+1');
    await expect(window.getByRole('tab')).toHaveCount(2);
  },
  'what waits': async ({ window }) => {
    await window.getByRole('button', { name: 'Waiting for you: 1' }).click();
    await expect(window.getByRole('dialog', { name: 'Waiting for you' })).toBeVisible();
  },
  'session menu': async ({ window, workbench }) => {
    const rows = workbench.list.navigation.getByRole('treeitem', { level: 2 });
    await rows.first().click({ button: 'right' });
    await expect(window.getByRole('menu')).toBeVisible();
  },
  broadcast: async ({ window, workbench }) => {
    await window.keyboard.press('ControlOrMeta+Shift+b');
    await expect(workbench.dialog('Send to several sessions')).toBeVisible();
  },
  'new session': async ({ window, workbench }) => {
    await window.keyboard.press('ControlOrMeta+n');
    await expect(workbench.dialog('New session')).toBeVisible();
  },
  palette: async ({ window, workbench }) => {
    await window.keyboard.press('ControlOrMeta+k');
    await expect(workbench.dialog('Command palette')).toBeVisible();
  },
  ...Object.fromEntries(
    ['General', 'Appearance', 'Agents', 'Keyboard', 'Notifications', 'About'].map((section) => [
      `settings: ${section}`,
      (app: OpenApp) => showSettings(app, section),
    ]),
  ),
  'delete question': async ({ window, workbench }) => {
    await workbench.list.navigation.getByRole('treeitem', { level: 2 }).first().focus();
    await window.keyboard.press('Delete');
    await expect(window.getByRole('alertdialog')).toBeVisible();
  },
  search: async ({ window, workbench }) => {
    await workbench.list.search.fill('notes');
    await expect(window.getByText(/^In transcripts/)).toBeVisible();
  },
  'hidden sidebar': async ({ window }) => {
    await window.keyboard.press('ControlOrMeta+b');
    await expect(window.getByRole('button', { name: 'Show sidebar' })).toBeVisible();
  },
  inspector: async ({ window }) => {
    const inspector = new InspectorPanel(window);
    await inspector.toggle();
    await expect(inspector.message(/initialize/).first()).toBeVisible();
    await inspector.messages.press('Home');
    await expect(inspector.detail).toContainText('clientCapabilities');
    await check(window, 'inspector');
    await inspector.toggle();
  },
  'every kind of entry': async ({ window, workbench }, project) => {
    await workbench.start({ agent: 'Every', folder: project, prompt: 'all of it' });
    const pane = workbench.session('A bit of everything');
    await expect(pane.transcript).toContainText('And what about me?');
    await expect(pane.stop).toBeHidden();
    await window.keyboard.press('ControlOrMeta+Alt+1');
  },
  'find in transcript': async ({ window }) => {
    await window.keyboard.press('ControlOrMeta+f');
    await window.getByRole('textbox', { name: 'Find in transcript' }).fill('plan');
  },
  mentions: async ({ window, workbench }) => {
    await workbench.sessions.getByRole('textbox', { name: 'Prompt' }).first().fill('@no');
    await expect(window.getByRole('option', { name: /notes\.md/ })).toBeVisible();
  },
};

async function showSettings({ window, workbench }: OpenApp, section: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+,');
  const dialog = workbench.dialog('Settings');
  await dialog.getByRole('tab', { name: section }).click();
  await expect(dialog.getByRole('tabpanel', { name: section })).toBeVisible();
}

/** What lies over the rest of the window and is closed by Escape. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]';

for (const theme of ['light', 'dark'] as const) {
  test(`no screen has a serious flaw in the ${theme} theme`, async ({
    launch,
    open,
    project,
    script,
  }) => {
    test.setTimeout(240_000);
    const welcome = await launch({ settings: { theme } });
    await expect(welcome.window.getByRole('heading', { level: 1 })).toBeVisible();
    await check(welcome.window, 'welcome');
    await welcome.close();

    const app = await open({ Every: script('everything') }, { settings: { theme } });
    const agent = 'Airlock Demo';
    await app.workbench.start({ agent, folder: project, prompt: 'find Notes' });
    await app.workbench.start({ agent, folder: project, prompt: 'create new.md with words' });
    await expect(app.window.getByRole('group', { name: 'Permission request' })).toBeVisible();
    for (const [name, show] of Object.entries(screens)) {
      await show(app, project);
      await check(app.window, name);
      if (await app.window.locator(overlays).count()) await app.window.keyboard.press('Escape');
      await expect(app.window.locator(overlays)).toHaveCount(0);
    }
  });
}

async function check(page: Page, name: string): Promise<void> {
  // Transitions mix colours that nobody sets; what counts is what they end in.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
  // Legacy mode: Electron has no context that could open the page in which axe sums up.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect(told, name).toEqual([]);
}
