import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { sandboxArguments, withDisplay } from './app/launch.mjs';
import { castAgents, prompts } from './screens/castAgents.mjs';
import { createLedger } from './screens/ledgerProject.mjs';
import { buildApp } from './setup/build.mjs';
import { hasDisplay } from './setup/display.mjs';
import { runEntry } from './setup/entry.mjs';
import { prepare } from './setup/prepare.mjs';
import { say } from './setup/progress.mjs';
import { root } from './setup/project.mjs';

const documented = { width: 1280, height: 800 };
/** Four panes need more room than a dialog. */
const roomy = { width: 1600, height: 1000 };
const large = { width: 1920, height: 1080 };
const themes = ['light', 'dark', 'high-contrast'];

/**
 * Each image's name, with the steps to show it in a fresh window. `onProject` opens the app on the
 * project of the images; `settings` is the content of settings.json, as text if it must be invalid;
 * `areRivals` makes the agents answer one prompt; `extra` screens are only taken with --all.
 */
const screens = {
  workbench: { onProject: true, size: roomy, drive: showWork },
  review: { onProject: true, size: roomy, drive: showReview },
  'review-all-files': {
    extra: true,
    onProject: true,
    size: roomy,
    drive: async (page) => {
      await showReview(page);
      await page.getByRole('button', { name: 'All files' }).click();
      await page.getByRole('region', { name: 'All changed files' }).waitFor();
    },
  },
  terminal: { onProject: true, size: roomy, drive: showTerminal },
  welcome: {},
  project: { onProject: true, extra: true },
  sessions: { drive: trySample },
  'panes-eight': {
    extra: true,
    drive: async (page) => {
      await showFour(page);
      await page.keyboard.press('ControlOrMeta+Alt+8');
      await page.getByRole('region', { name: 'Empty pane' }).first().waitFor();
    },
  },
  'panes-tabs': {
    extra: true,
    drive: async (page) => {
      await showFour(page);
      await page.keyboard.press('ControlOrMeta+Alt+1');
    },
  },
  waiting: {
    drive: async (page) => {
      await trySample(page);
      await page.getByRole('button', { name: /^Waiting for you/ }).click();
    },
  },
  broadcast: {
    onProject: true,
    drive: async (page) => {
      await showWork(page);
      await page.getByRole('button', { name: 'Send a prompt to several sessions' }).click();
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: 'Prompt' })
        .fill('Say in one line what you changed and why.');
    },
  },
  compare: { onProject: true, size: roomy, areRivals: true, drive: showComparison },
  collision: { onProject: true, size: roomy, areRivals: true, drive: showCollision },
  provenance: { onProject: true, areRivals: true, drive: showOrigins },
  deliver: { onProject: true, areRivals: true, drive: showDelivery },
  scoreboard: { onProject: true, areRivals: true, drive: showScores },
  search: {
    onProject: true,
    drive: async (page) => {
      await showWork(page);
      await page.getByRole('searchbox', { name: 'Search sessions' }).fill('empty');
      await page.getByText(/^In transcripts/).waitFor();
    },
  },
  'session-menu': {
    extra: true,
    drive: async (page) => {
      await trySample(page);
      await page.getByRole('treeitem', { level: 2 }).last().click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  inspector: {
    extra: true,
    drive: async (page) => {
      await trySample(page);
      await runCommand(page, 'inspector');
      await page
        .getByRole('region', { name: 'Inspector' })
        .getByText('session/prompt')
        .first()
        .waitFor();
    },
  },
  find: {
    extra: true,
    drive: async (page) => {
      await trySample(page);
      await page.keyboard.press('ControlOrMeta+f');
      await page.keyboard.type('cart');
    },
  },
  mentions: { extra: true, drive: (page) => suggest(page, 'Have a look at @ca') },
  commands: { extra: true, drive: (page) => suggest(page, '/') },
  'add-agent': {
    extra: true,
    drive: async (page) => {
      await openSettings(page, 'Agents');
      await page.getByRole('button', { name: 'Add an agent' }).click();
    },
  },
  'edit-agent': {
    extra: true,
    drive: async (page) => {
      await openSettings(page, 'Agents');
      await page.getByRole('button', { name: 'Edit Codex' }).click();
    },
  },
  'delete-session': {
    extra: true,
    drive: async (page) => {
      await trySample(page);
      await page.getByRole('treeitem', { level: 2 }).last().focus();
      await page.keyboard.press('Delete');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  'new-session': {
    drive: async (page) => {
      await page.getByRole('button', { name: 'New session' }).click();
      await page.getByRole('textbox', { name: 'Folder' }).fill('~/ledger');
      await page.getByRole('combobox', { name: 'Copy from' }).waitFor();
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: 'Prompt' })
        .fill('Make the retry loop give up after five attempts, and test it.');
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Codex' }).check();
    },
  },
  'new-session-agents': {
    extra: true,
    drive: async (page) => {
      await page.getByRole('button', { name: 'New session' }).click();
      await page.getByRole('combobox', { name: 'Agent' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  'new-session-errors': {
    extra: true,
    settings: (theme) => ({ theme }),
    drive: async (page) => {
      await page.getByRole('button', { name: 'New session' }).click();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
    },
  },
  palette: { drive: openPalette },
  'palette-search': {
    extra: true,
    drive: async (page) => {
      await openPalette(page);
      await page.getByRole('combobox', { name: 'Search commands' }).fill('the');
    },
  },
  'settings-general': { extra: true, drive: (page) => openSettings(page, 'General') },
  settings: { drive: (page) => openSettings(page, 'Appearance') },
  'settings-agents': { extra: true, drive: (page) => openSettings(page, 'Agents') },
  keyboard: { drive: (page) => openSettings(page, 'Keyboard') },
  'settings-notifications': { extra: true, drive: (page) => openSettings(page, 'Notifications') },
  'settings-storage': { extra: true, drive: (page) => openSettings(page, 'Storage') },
  'settings-about': { extra: true, drive: (page) => openSettings(page, 'About') },
  'broken-settings': {
    extra: true,
    settings: (theme) => `{\n  "theme": "${theme}",\n  "agents": { "demo": }\n}\n`,
  },
  'sidebar-hidden': {
    extra: true,
    drive: async (page) => {
      await page.getByRole('button', { name: 'Hide sidebar' }).click();
      await page.getByRole('button', { name: 'New session' }).hover();
      await page.waitForTimeout(800);
    },
  },
};

/** Four agents on one project: one at work, one that asks, one that tests, one that is done. */
async function showWork(page) {
  for (const [agent, prompt] of prompts) {
    await page.getByRole('button', { name: 'New session', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: agent, exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
    await dialog.locator('button[type=submit]').click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('region', { name: `Session: ${prompt}` }).waitFor();
  }
  await page.keyboard.press('ControlOrMeta+Alt+4');
  await page.getByRole('group', { name: 'Permission request' }).waitFor();
  await page.getByText('The tests come next').waitFor();
  await page.getByText('Nothing yet.').last().waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).nth(2).waitFor({ state: 'hidden' });
  await page.mouse.move(0, 0);
}

async function showReview(page) {
  await showWork(page);
  const [, prompt] = prompts[0];
  await page
    .getByRole('treeitem', { level: 2 })
    .filter({ hasText: prompt.slice(0, 16) })
    .click();
  await page.keyboard.press('ControlOrMeta+Alt+1');
  const changes = page.getByRole('region', { name: 'Changes', exact: true });
  if (!(await changes.isVisible())) await page.keyboard.press('ControlOrMeta+Shift+G');
  await changes.getByRole('group', { name: /^Hunk 1 of / }).waitFor();
  // The colours come last.
  await changes.locator('.view-line span[class*="mtk"]:not(.mtk1)').first().waitFor();
  await page.mouse.move(0, 0);
}

/** Three agents have answered one prompt. */
async function startRivals(page) {
  await page.getByRole('button', { name: 'New session', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Prompt' }).fill(prompts[0][1]);
  for (const name of ['Codex', 'OpenCode']) await form.getByRole('checkbox', { name }).click();
  await form.locator('button[type=submit]').click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Ready for review: 3' }).waitFor();
}

/** Shows what two of them want to do to the same lines. */
async function showCollision(page) {
  await startRivals(page);
  await page.getByRole('button', { name: 'Compare colliding changes' }).first().click();
  const editor = page.getByRole('dialog').locator('.monaco-diff-editor');
  await editor.locator('.view-line span[class*="mtk"]:not(.mtk1)').first().waitFor();
  await page.mouse.move(0, 0);
}

/** Accepts all changes of one agent. */
async function acceptRival(page) {
  await startRivals(page);
  await page.keyboard.press('ControlOrMeta+Alt+d');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept all of Claude Code' }).click();
  await page.getByRole('button', { name: 'Ready for review: 2' }).waitFor();
}

async function showOrigins(page) {
  await acceptRival(page);
  await runCommand(page, 'who wrote this');
  const dialog = page.getByRole('dialog', { name: 'Who wrote this' });
  await dialog.getByRole('combobox', { name: 'File' }).fill('src/retry.ts');
  await dialog.getByRole('button', { name: 'Show', exact: true }).click();
  await dialog.getByRole('complementary').waitFor();
  await page.mouse.move(0, 0);
}

async function showDelivery(page) {
  await acceptRival(page);
  await runCommand(page, 'Deliver accepted changes');
  await page.getByRole('listitem', { name: 'Commit' }).waitFor();
  await page.mouse.move(0, 0);
}

async function showScores(page) {
  await acceptRival(page);
  await runCommand(page, 'agent scoreboard');
  await page.getByRole('row', { name: /^Claude Code/ }).waitFor();
  await page.mouse.move(0, 0);
}

async function showComparison(page) {
  await startRivals(page);
  await page.keyboard.press('ControlOrMeta+Alt+d');
  const board = page.getByRole('dialog');
  const cell = (file, agent) =>
    board.getByRole('row').filter({ hasText: file }).getByRole('button', { name: agent });
  await cell('retry.test.ts', /^Codex/).focus();
  await page.keyboard.press('Space');
  await cell('README.md', /^OpenCode/).focus();
  await page.keyboard.press('Space');
  await cell('retry.ts', /^Claude/).focus();
  await page.keyboard.press('Space');
  await board.getByText(/picked\. They go/).waitFor();
  await board.getByRole('checkbox', { name: 'Hunk 1 of 3' }).waitFor();
  await page.mouse.move(0, 0);
}

async function showTerminal(page) {
  await showWork(page);
  // A terminal of the user's own, because a shell in the copy of a sealed session is sealed, too.
  await runCommand(page, 'New terminal in the project folder');
  const screen = page.locator('.xterm-rows').first();
  await screen.getByText('$').first().waitFor();
  await page.keyboard.type('git log --oneline && git status --short\n');
  await screen.getByText('receipts out').first().waitFor();
  // The shell asks for the next command.
  await page.waitForFunction(
    () => document.querySelector('.xterm-rows')?.textContent?.match(/ledger \$/g)?.length === 2,
  );
  await page.mouse.move(0, 0);
}

/** Two sessions side by side; one of them asks before it edits. */
async function trySample(page) {
  await page.getByRole('button', { name: 'Try it on a sample project' }).click();
  await page.getByRole('group', { name: 'Permission request' }).waitFor();
  await page.getByText('src/price.js').first().waitFor();
  await page.mouse.move(0, 0);
}

async function showFour(page) {
  await trySample(page);
  for (const prompt of ['show src/cart.js', 'find price']) {
    await page.getByRole('button', { name: 'New session', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Airlock Demo' }).click();
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
    await dialog.locator('button[type=submit]').click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await page.keyboard.press('ControlOrMeta+Alt+4');
  // One works until it is answered; the others have finished.
  await page.getByRole('button', { name: 'Stop', exact: true }).nth(1).waitFor({ state: 'hidden' });
  await page.mouse.move(0, 0);
}

async function suggest(page, typed) {
  await trySample(page);
  await page.keyboard.press('ControlOrMeta+Alt+1');
  await page.getByRole('treeitem', { level: 2 }).filter({ hasText: 'TODO' }).click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.click();
  await prompt.pressSequentially(typed);
  await page.getByRole('listbox').waitFor();
}

async function runCommand(page, words) {
  await openPalette(page);
  await page.getByRole('combobox', { name: 'Search commands' }).fill(words);
  await page.keyboard.press('Enter');
}

async function openPalette(page) {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
}

async function openSettings(page, section) {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: section }).click();
}

await runEntry(async (args) => {
  const electron = await prepare({ virtualDisplay: !hasDisplay() });
  await buildApp();
  const wanted = args.filter((argument) => !argument.startsWith('-'));
  const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
  const all = args.includes('--all');
  const folder = all
    ? await mkdtemp(join(tmpdir(), 'airlock-screens-'))
    : join(root, 'docs/images');
  await mkdir(folder, { recursive: true });
  await withDisplay(async (environment) => {
    for (const [name, screen] of Object.entries(screens).filter(([name]) => isWanted(name))) {
      if (screen.extra && !all) continue;
      for (const theme of all ? themes : themes.slice(0, 2)) {
        await photograph({ electron, environment, folder, name, screen, theme, all });
      }
    }
  });
  say(`The pictures are in ${folder}`);
});

async function photograph({ electron, environment, folder, name, screen, theme, all }) {
  // A home folder whose path does not reveal this machine, for shells and dialogs that show it.
  const home = await mkdtemp(join(tmpdir(), 'airlock-home-'));
  const userData = join(home, '.airlock');
  const project = join(home, 'ledger');
  await mkdir(userData);
  await mkdir(project);
  await createLedger(project);
  const bin = join(home, '.local/bin');
  const path = `${bin}:${environment.PATH}`;
  // The program that opens pull requests, which no image runs.
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'gh'), '#!/bin/sh\n', { mode: 0o755 });
  const profile = `PS1='\\[\\e[34m\\]ledger\\[\\e[0m\\] $ '\nexport PATH='${path}'\n`;
  for (const file of ['.bashrc', '.bash_profile']) await writeFile(join(home, file), profile);
  const { areRivals } = screen;
  const agents = await castAgents(electron, { folder: join(home, '.cast'), bin, areRivals });
  // The images show questions, which a sealed copy would not need.
  const permissions = { copyEdits: false, sealedCommands: false };
  const plain = { theme, agents, defaultAgent: 'claude', permissions, findAgents: false };
  const settings = screen.settings?.(theme) ?? plain;
  await writeFile(
    join(userData, 'settings.json'),
    typeof settings === 'string' ? settings : JSON.stringify(settings),
  );
  const app = await _electron.launch({
    executablePath: electron,
    args: [
      root,
      ...sandboxArguments(electron),
      `--user-data-dir=${userData}`,
      ...(screen.onProject ? [project] : []),
    ],
    env: { ...environment, HOME: home, PATH: path, SHELL: '/bin/bash' },
    // Playwright would pretend that the system is light.
    colorScheme: null,
  });
  try {
    const page = await app.firstWindow();
    // Four agents that start at once take a while on a busy machine.
    page.setDefaultTimeout(120_000);
    await page.getByRole('main').waitFor();
    await resize(app, page, screen.size ?? documented);
    await screen.drive?.(page);
    await shoot(page, join(folder, `${name}-${theme}.png`));
    if (!all) return;
    if (screen.size) {
      await resize(app, page, documented);
      await shoot(page, join(folder, `${name}-${theme}-small.png`));
    }
    await resize(app, page, large);
    await shoot(page, join(folder, `${name}-${theme}-large.png`));
  } finally {
    await app.close();
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function resize(app, page, size) {
  const window = await app.browserWindow(page);
  await window.evaluate((target, { width, height }) => target.setContentSize(width, height), size);
  await page.waitForFunction(
    ({ width, height }) => innerWidth === width && innerHeight === height,
    size,
  );
}

async function shoot(page, path) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  say(path);
}
