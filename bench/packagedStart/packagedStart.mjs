import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

const RUNS = 12;
const WARM_UP = 2;
const packaged = join(root, 'dist/work/built/linux-unpacked/airlock');

/**
 * Measures the start of the packaged app, from a new data folder to its list of sessions, compared
 * with the unpackaged app. Uses the port for Chromium's tools, because the packaged app accepts no
 * code from outside. Also reports processor time, which is meaningful even on a busy machine.
 */
export async function packagedStart() {
  if (!existsSync(packaged)) {
    throw new Failure('There is no packaged app.', 'run: npm run package -- --keep-work');
  }
  const electron = await prepare({ virtualDisplay: true });
  await buildApp();
  const flags = sandboxArguments(electron);
  const apps = {
    packaged: [packaged, ...flags],
    unpackaged: [electron, root, ...flags],
  };
  return withDisplay(async (environment) => {
    const taken = { packaged: [], unpackaged: [] };
    for (let run = -WARM_UP; run < RUNS; run++) {
      // Alternates which one goes first, so that noise affects both equally.
      const order = run % 2 === 0 ? ['packaged', 'unpackaged'] : ['unpackaged', 'packaged'];
      for (const app of order) {
        const start = await startToList(apps[app], environment);
        if (run >= 0) taken[app].push(start);
      }
    }
    const time = compared(taken, 'milliseconds');
    const work = compared(taken, 'processor');
    return report({
      name: 'first start of the packaged app, against the unpackaged one',
      ratio: time.ratio,
      target: { atMost: 1 },
      detail: `${time.detail} (medians of ${RUNS}); of processors, ${work.detail}, ratio ${work.ratio.toFixed(2)}`,
    });
  });
}

function compared({ packaged: ours, unpackaged: limits }, measure) {
  const [our, limit] = [ours, limits].map((starts) => median(starts.map((one) => one[measure])));
  return {
    ratio: our / limit,
    detail: `unpackaged ${limit.toFixed(0)} ms, packaged ${our.toFixed(0)} ms`,
  };
}

async function startToList([program, ...args], env) {
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
    await page.waitForSelector('nav', { timeout: 120_000 });
    const milliseconds = performance.now() - began;
    return { milliseconds, processor: processorTimeOf(child.pid) };
  } finally {
    child.kill();
    await ended;
    await rm(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/**
 * The processor time of a process and all its descendants, in milliseconds. The system counts in
 * hundredths of a second.
 */
function processorTimeOf(root) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const facts = new Map(all.flatMap((pid) => statusOf(pid)));
  const isBelow = (pid) => pid === root || (facts.has(pid) && isBelow(facts.get(pid).parent));
  const used = [...facts].filter(([pid]) => isBelow(pid)).map(([, { ticks }]) => ticks);
  return used.reduce((sum, ticks) => sum + ticks, 0) * 10;
}

function statusOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields after the name, which may have any character: state, parent, …, and four times from
    // the twelfth on.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [[Number(pid), { parent: Number(fields[1]), ticks }]];
  } catch {
    // The process has ended in the meantime.
    return [];
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
