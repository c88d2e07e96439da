import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasDisplay, startDisplay } from '../setup/display.mjs';
import { endProcess, start } from '../setup/processes.mjs';
import { say } from '../setup/progress.mjs';
import { isRoot, root } from '../setup/project.mjs';
import { requireSandbox } from '../setup/sandbox.mjs';
import { waitForScreenshot } from './screenshot.mjs';

/** Chromium refuses to run its sandbox as root. Only root runs without it. */
export function sandboxArguments(electron) {
  if (process.platform === 'linux' && isRoot()) {
    say('Warning: you are root, so the app runs without its sandbox. Use an ordinary account.');
    return ['--no-sandbox'];
  }
  requireSandbox(electron);
  return [];
}

/** Calls `work` with an environment that has a display: the existing one, or a virtual one. */
export async function withDisplay(work) {
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
  if (hasDisplay()) return work(environment);
  const folder = await mkdtemp(join(tmpdir(), 'airlock-display-'));
  try {
    const display = await startDisplay(folder);
    try {
      say(
        `There is no display here, so the app runs on a virtual one (${display.environment.DISPLAY}).`,
      );
      return await work({ ...environment, ...display.environment });
    } finally {
      await display.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the built app until it ends, or until its screenshot is taken; returns the exit code. */
export async function launchApp(electron, { appArguments, exitAfterScreenshot }) {
  const args = [root, ...sandboxArguments(electron), ...appArguments];
  const wantsScreenshot = exitAfterScreenshot || !hasDisplay();
  const screenshot = wantsScreenshot ? await screenshotPath() : undefined;
  return withDisplay(async (environment) => {
    if (screenshot) say(`A screenshot of the window goes to ${screenshot}`);
    const app = start(electron, args, {
      environment: { ...environment, ...(screenshot && { AIRLOCK_SCREENSHOT: screenshot }) },
    });
    if (exitAfterScreenshot) return stopAfterScreenshot(app, screenshot);
    if (!hasDisplay()) say('The app runs until you press Ctrl+C.');
    const { code } = await app.ended;
    return code ?? 1;
  });
}

async function screenshotPath() {
  const path =
    process.env.AIRLOCK_SCREENSHOT ??
    join(await mkdtemp(join(tmpdir(), 'airlock-')), 'screenshot.png');
  await rm(path, { force: true });
  return path;
}

async function stopAfterScreenshot({ child, ended }, screenshot) {
  const gone = new AbortController();
  const giveUp = () => gone.abort();
  ended.then(giveUp, giveUp);
  try {
    await waitForScreenshot(screenshot, gone.signal);
  } finally {
    endProcess(child);
    await ended;
  }
  return 0;
}
