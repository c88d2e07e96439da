import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxArguments, withDisplay } from '../../scripts/app/launch.mjs';
import { buildApp } from '../../scripts/setup/build.mjs';
import { prepare } from '../../scripts/setup/prepare.mjs';
import { root } from '../../scripts/setup/project.mjs';

const agent = fileURLToPath(new URL('./talkingAgent.mjs', import.meta.url));
const emptyPage = fileURLToPath(new URL('./emptyPage/main.cjs', import.meta.url));
const SIZE = { width: 1280, height: 800 };

/**
 * Calls `work` with functions to open Airlock and an empty page, each in a window of the same size.
 */
export async function withWindows(work) {
  const electron = await prepare({ virtualDisplay: true });
  await buildApp();
  const folder = await mkdtemp(join(tmpdir(), 'airlock-bench-'));
  const flags = sandboxArguments(electron);
  try {
    return await withDisplay((environment) => {
      const open = (args, use) => openWindow(electron, [...args, ...flags], environment, use);
      return work({
        openEmpty: (use) => open([emptyPage], use),
        openAirlock: async (use) => {
          const project = join(folder, 'project');
          const data = join(folder, 'data');
          await mkdir(project, { recursive: true });
          await mkdir(data, { recursive: true });
          await writeFile(join(data, 'settings.json'), JSON.stringify(settingsFor(electron)));
          return open([root, `--user-data-dir=${data}`, project], use);
        },
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function openWindow(electron, args, env, use) {
  const { _electron } = await import('playwright');
  const app = await _electron.launch({ executablePath: electron, args, env });
  try {
    const page = await app.firstWindow();
    const window = await app.browserWindow(page);
    await window.evaluate(
      (target, { width, height }) => target.setContentSize(width, height),
      SIZE,
    );
    await page.waitForFunction(({ width }) => innerWidth === width, SIZE);
    return await use(page, app);
  } finally {
    await app.close();
  }
}

/** In place, so that one process serves all sessions: the agent's cost is not measured. */
function settingsFor(electron) {
  const talker = {
    name: 'Talker',
    command: electron,
    args: [agent],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    wire: 'acp',
  };
  return { agents: { talker }, defaultAgent: 'talker', defaultIsolation: 'in-place' };
}

/** Opens this many sessions side by side, each with a transcript of this many entries. */
export async function fillSessions(page, count, entries) {
  for (let index = 0; index < count; index++) {
    await page.getByRole('button', { name: 'New session', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New session' });
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill(`fill ${entries}`);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('treeitem', { level: 2 }).nth(index).waitFor();
  }
  await page.keyboard.press(`ControlOrMeta+Alt+${count}`);
  await page
    .getByRole('region', { name: /^Session: / })
    .nth(count - 1)
    .waitFor();
  await turnsEnded(page);
}

/** Sends the same prompt to each session. */
export function sendToAll(page, text) {
  return page.evaluate(async (prompt) => {
    const { request } = window.airlock;
    const { value: sessions } = await request['sessions.list'](null);
    const command = { type: 'prompt.send', content: [{ type: 'text', text: prompt }] };
    await Promise.all(
      sessions.map(({ id }) => request['sessions.command']({ sessionId: id, command })),
    );
  }, text);
}

export function turnsEnded(page) {
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  return stop.first().waitFor({ state: 'hidden', timeout: 600_000 });
}
