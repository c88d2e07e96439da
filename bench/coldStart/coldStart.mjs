import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxArguments, withDisplay } from '../../scripts/app/launch.mjs';
import { buildApp } from '../../scripts/setup/build.mjs';
import { prepare } from '../../scripts/setup/prepare.mjs';
import { root } from '../../scripts/setup/project.mjs';
import { median, report } from '../report.mjs';

const RUNS = 8;
/** Fills the system's disk cache, and the data that Chromium keeps for the user. */
const WARM_UP = 3;
const probe = fileURLToPath(new URL('./paintProbe.cjs', import.meta.url));
const bare = fileURLToPath(new URL('./bare', import.meta.url));

/**
 * Measures the time from start to the first painted window, compared with a window with one
 * heading: on the day of installation, and on later days.
 */
export async function coldStart() {
  const electron = await prepare({ virtualDisplay: true });
  await buildApp();
  const flags = sandboxArguments(electron);
  const kept = await mkdtemp(join(tmpdir(), 'airlock-bench-'));
  try {
    return await withDisplay(async (environment) => {
      const start = (app, userData) => {
        const args = ['-r', probe, app, ...flags, `--user-data-dir=${userData}`];
        return timeToPaint(electron, args, environment);
      };
      const first = await compare((app) => withFolder((userData) => start(app, userData)));
      const usual = await compare((app) =>
        start(app, join(kept, app === bare ? 'bare' : 'airlock')),
      );
      const reports = [summary('first start', first), summary('start', usual)];
      return reports.every(Boolean);
    });
  } finally {
    await rm(kept, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Alternates between both, so that noise affects them equally. */
async function compare(start) {
  const times = { bare: [], airlock: [] };
  for (let run = -WARM_UP; run < RUNS; run++) {
    const [limit, ours] = [await start(bare), await start(root)];
    if (run < 0) continue;
    times.bare.push(limit);
    times.airlock.push(ours);
  }
  return times;
}

function summary(name, times) {
  const [limit, ours] = [median(times.bare), median(times.airlock)];
  return report({
    name: `${name} to first paint, against a bare window`,
    ratio: ours / limit,
    target: { atMost: 1.3 },
    detail: `bare ${limit.toFixed(0)} ms, Airlock ${ours.toFixed(0)} ms (medians of ${RUNS})`,
  });
}

async function withFolder(use) {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function timeToPaint(electron, args, environment) {
  const started = performance.now();
  const child = spawn(electron, args, { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const painted = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      if (`${chunk}`.includes('painted')) resolve(performance.now() - started);
    });
    child.once('close', (code) => reject(new Error(`It ended without painting (${code}).`)));
  });
  await ended;
  return painted;
}
