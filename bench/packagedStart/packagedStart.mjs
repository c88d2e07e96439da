import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { sandboxArguments, withDisplay } from '../../scripts/app/launch.mjs';
import { buildApp } from '../../scripts/setup/build.mjs';
import { Failure } from '../../scripts/setup/failure.mjs';
import { prepare } from '../../scripts/setup/prepare.mjs';
import { root } from '../../scripts/setup/project.mjs';
import { median, report } from '../report.mjs';

const RUNS = 8;
const WARM_UP = 2;
const packaged = join(root, 'dist/work/built/linux-unpacked/airlock');

/**
 * From starting the packaged app to its list of sessions, against the unpackaged one. By the port for
 * Chromium's tools, because the packaged app takes no code from outside.
 */
export async function packagedStart() {
  if (!existsSync(packaged)) {
    throw new Failure('There is no packaged app.', 'run: npm run package -- --keep-work');
  }
  const electron = await prepare({ virtualDisplay: true });
  await buildApp();
  const flags = sandboxArguments(electron);
  return withDisplay(async (environment) => {
    const times = { packaged: [], unpackaged: [] };
    // Turn about, so that noise falls on both alike.
    for (let run = -WARM_UP; run < RUNS; run++) {
      const ours = await timeToList(packaged, flags, environment);
      const limit = await timeToList(electron, [root, ...flags], environment);
      if (run < 0) continue;
      times.packaged.push(ours);
      times.unpackaged.push(limit);
    }
    const [limit, ours] = [median(times.unpackaged), median(times.packaged)];
    return report({
      name: 'first start of the packaged app, against the unpackaged one',
      ratio: ours / limit,
      target: { atMost: 1 },
      detail: `unpackaged ${limit.toFixed(0)} ms, packaged ${ours.toFixed(0)} ms (medians of ${RUNS})`,
    });
  });
}

async function timeToList(program, args, env) {
  const userData = await mkdtemp(join(tmpdir(), 'airlock-bench-'));
  const began = performance.now();
  const child = spawn(
    program,
    [...args, '--remote-debugging-port=0', `--user-data-dir=${userData}`],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  try {
    const browser = await chromium.connectOverCDP(await addressOf(child));
    const [context] = browser.contexts();
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    await page.waitForSelector('nav');
    return performance.now() - began;
  } finally {
    child.kill();
    await ended;
    await rm(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function addressOf(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`It ended without a window:\n${text}`)));
  });
}
