import type { Page } from '@playwright/test';
import type { Scenario } from '../test/agent/scenario';
import { expect, type OpenApp, test } from './fixtures';
import { flawsIn, flawsOver } from './pages/flaws';
import { InspectorPanel } from './pages/inspector';
import { Terminals } from './pages/terminals';

/** Brings one screen up from an app with two sessions, one of which asks for permission. */
type Show = (app: OpenApp, project: string) => Promise<void>;

const sessionScreens: Readonly<Record<string, Show>> = {
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
  'listed sessions': async ({ window }) => {
    await window.getByRole('button', { name: 'Filter and sort' }).click();
    await expect(window.getByRole('menu')).toBeVisible();
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
  'delete question': async ({ window, workbench }) => {
    await workbench.list.navigation.getByRole('treeitem', { level: 2 }).first().focus();
    await window.keyboard.press('Delete');
    await expect(window.getByRole('alertdialog')).toBeVisible();
  },
  search: async ({ window, workbench }) => {
    await workbench.list.search.fill('notes');
    await expect(window.getByText(/^In transcripts/)).toBeVisible();
  },
  'ready for review': async ({ window }) => {
    await window.keyboard.press('ControlOrMeta+j');
    const request = window.getByRole('group', { name: 'Permission request' });
    await request.getByRole('button', { name: 'Allow once' }).click();
    await window.getByRole('button', { name: 'Ready for review: 1' }).click();
    await expect(window.getByRole('dialog', { name: 'Ready for review' })).toBeVisible();
  },
  'the sessions of one prompt': async ({ window, workbench }, folder) => {
    await workbench.start({ agent: 'Asking', alsoAgents: ['Every'], folder, prompt: 'both' });
    await expect(window.getByText('rm -r old')).toBeVisible();
    await expect(window.getByRole('button', { name: 'Show all panes' })).toBeVisible();
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
  'a newer version': async (app) => {
    const { window } = app;
    const banner = window.locator(BANNERS).filter({ hasText: 'Airlock' });
    for (const state of updates) {
      await tellUpdate(app, state);
      await expect(banner).toContainText('9.0.0');
      await checkWithin(window, `a newer version: ${state.type}`, BANNERS);
    }
    await tellUpdate(app, { type: 'unavailable' });
    await expect(banner).toBeHidden();
  },
  'what is new': async (app) => {
    const { window, workbench } = app;
    const dialog = workbench.dialog('What’s new in Airlock 9.0.0');
    await tellUpdate(app, updates[0]);
    await window.getByRole('button', { name: 'What’s new' }).click();
    // When the dialog is there, it asks main, which knows of none.
    await expect(async () => {
      await tellUpdate(app, updates[0]);
      await expect(dialog).toBeVisible({ timeout: 500 });
    }).toPass();
    await check(window, 'what is new');
    await window.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await tellUpdate(app, { type: 'unavailable' });
  },
};

const settingsAndEntries: Readonly<Record<string, Show>> = {
  ...Object.fromEntries(
    [
      'General',
      'Appearance',
      'Agents',
      'MCP servers',
      'Projects',
      'Permission rules',
      'Keyboard',
      'Notifications',
      'Storage',
      'All settings',
      'About',
    ].map((section) => [`settings: ${section}`, (app: OpenApp) => showSettings(app, section)]),
  ),
  'add an agent': async (app) => {
    await showSettings(app, 'Agents');
    await app.workbench.dialog('Settings').getByRole('button', { name: /^Add/ }).first().click();
  },
  'an agent’s environment': (app) => inSettings(app, 'Agents', 'Environment of Every'),
  'an agent’s check': (app) => inSettings(app, 'Agents', 'Check Every'),
  'a new MCP server': (app) => inSettings(app, 'MCP servers', 'Add a server'),
  'a new permission rule': (app) => inSettings(app, 'Permission rules', 'Add a rule'),
  templates: async ({ window, workbench }) => {
    await window.keyboard.press('ControlOrMeta+n');
    await workbench.dialog('New session').getByRole('button', { name: 'Templates' }).click();
    await expect(window.getByRole('menu')).toBeVisible();
    await check(window, 'templates');
    await window.keyboard.press('Escape');
  },
  'an edited prompt': async ({ window }) => {
    await window.getByRole('article', { name: 'You' }).first().hover();
    await window.getByRole('button', { name: 'Edit and send again' }).first().click();
    await expect(window.getByRole('textbox', { name: 'Edited prompt' })).toBeFocused();
    await check(window, 'an edited prompt');
    await window.keyboard.press('Escape');
  },
  'a shell': async ({ window }) => {
    const terminals = new Terminals(window);
    await terminals.open();
    // Every colour that a program may ask for by number.
    await terminals.run(
      `for i in 1 2 3 4 5 6 7; do printf "\\033[3\${i}mdark \\033[9\${i}mbright \\033[0m"; done; echo co""lours`,
    );
    await expect(terminals.screen).toContainText('colours');
  },
  'find in a shell': async ({ window }) => {
    await window.keyboard.press('ControlOrMeta+Shift+f');
    const find = new Terminals(window).region.getByRole('textbox', { name: 'Find in terminal' });
    await find.fill('colours');
    await check(window, 'find in a shell');
    await find.press('Escape');
  },
  'an agent’s command': async ({ window, workbench }, project) => {
    await workbench.start({ agent: 'Runner', folder: project, prompt: 'run it' });
    const pane = workbench.session('run it');
    await expect(pane.transcript).toContainText('working');
    await check(window, 'an agent’s command in the transcript');
    await pane.transcript.getByRole('button', { name: 'Show in terminal panel' }).click();
    await expect(new Terminals(window).region).toContainText('Read-only');
  },
  'an agent’s command that was stopped': async ({ window }) => {
    const terminals = new Terminals(window);
    await terminals.button('Stop command').click();
    await expect(terminals.region).toContainText('Ended');
    await check(window, 'an agent’s command that was stopped');
    await window.keyboard.press('Control+`');
    await expect(terminals.tabs).toHaveCount(0);
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
  'a toast': async ({ window, workbench }) => {
    await window.keyboard.press('Escape');
    await workbench.list.pick('run it', 'Delete…');
    await window.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    const toast = window.getByRole('dialog', { name: 'Deleted “run it”' });
    // It stays for as long as the pointer is on it.
    await toast.hover();
    await checkWithin(window, 'a toast', TOASTS);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toHaveCount(0);
  },
  'the trash': async (app) => {
    await showSettings(app, 'Storage');
    const { window, workbench } = app;
    await expect(workbench.dialog('Settings')).toContainText('run it');
    await check(window, 'the trash');
    await workbench.dialog('Settings').getByRole('button', { name: 'Empty trash' }).click();
    await expect(window.getByRole('alertdialog')).toBeVisible();
    await check(window, 'a question about the trash');
    await window.keyboard.press('Escape');
    await expect(window.getByRole('alertdialog')).toHaveCount(0);
  },
};

/** Where messages are shown that go by themselves. */
const TOASTS = '[aria-label="Notifications"]';

const BANNERS = '[role=status], [role=alert]';

const offer = {
  version: '9.0.0',
  notes: '## Added\n\n- **Something** [new](https://example.com).',
  installedBy: 'app',
};

/** What the banner at the top of the window says about a newer version, and its buttons. */
const updates = [
  { type: 'offered', offer, isQuiet: false, problem: null },
  { type: 'offered', offer, isQuiet: false, problem: 'The download ended early.' },
  { type: 'downloading', offer, received: 12e6, total: 90e6 },
  { type: 'downloaded', offer, file: '/tmp/airlock.deb', command: 'sudo apt install airlock.deb' },
  { type: 'waiting', offer },
];

/** A build that was not packaged looks for no newer version, so that the window is told of one. */
async function tellUpdate({ electron }: OpenApp, state: object | undefined): Promise<void> {
  const events = JSON.stringify([['updates.changed', state]]);
  await electron.evaluate(
    ({ BrowserWindow }, batch) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send('airlock:events', batch),
    events,
  );
}

async function showSettings({ window, workbench }: OpenApp, section: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+,');
  const dialog = workbench.dialog('Settings');
  await dialog.getByRole('tab', { name: section }).click();
  await expect(dialog.getByRole('tabpanel', { name: section })).toBeVisible();
}

async function inSettings(app: OpenApp, section: string, button: string): Promise<void> {
  await showSettings(app, section);
  await app.workbench.dialog('Settings').getByRole('button', { name: button }).click();
}

/** What lies over the rest of the window and is closed by Escape. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** A command that is there to be looked at. */
const runner: Scenario = {
  turns: [
    [
      {
        terminal: {
          command: '/bin/sh',
          args: ['-c', 'echo working; exec sleep 1000'],
          toolCallId: 'run-1',
        },
      },
    ],
  ],
};

const asking: Scenario = {
  turns: [
    [
      {
        ask: {
          toolCall: { toolCallId: 'call-1', title: 'Tidy up', rawInput: { command: 'rm -r old' } },
        },
      },
    ],
  ],
};

test('the welcome has no serious accessibility violation', async ({ launch }) => {
  const { window } = await launch();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await check(window, 'welcome');
});

/** Side by side, since each takes long. */
const halves = {
  'sessions and their dialogs': sessionScreens,
  'settings and entries': settingsAndEntries,
};

for (const [half, screens] of Object.entries(halves)) {
  test(`${half} have no serious accessibility violation`, async ({ open, project, script }) => {
    test.setTimeout(480_000);
    const app = await open(
      {
        Every: script('everything'),
        Runner: script(runner),
        Asking: script(asking),
      },
      { settings: { permissions: { copyEdits: false } } },
    );
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

async function checkWithin(page: Page, name: string, within: string): Promise<void> {
  const flaws = await flawsIn(page, within);
  expect(
    flaws.filter((flaw) => /^(serious|critical):/.test(flaw)),
    name,
  ).toEqual([]);
}

async function check(page: Page, name: string): Promise<void> {
  // What lies below was looked at with the screens before.
  const isCovered = (await page.locator(overlays).count()) > 0;
  const flaws = isCovered ? await flawsOver(page, overlays) : await flawsIn(page);
  expect(
    flaws.filter((flaw) => /^(serious|critical):/.test(flaw)),
    name,
  ).toEqual([]);
}
