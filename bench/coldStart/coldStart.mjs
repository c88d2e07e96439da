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
const probe = fileURLToPath(new URL('./paintProbe.cjs', import.meta.url));
const bare = fileURLToPath(new URL('./bare', import.meta.url));

/** From starting the program to its first painted window, against a window with one heading. */
export async function coldStart() {
  const electron = await prepare({ virtualDisplay: true });
  await buildApp();
  const flags = sandboxArguments(electron);
  return withDisplay(async (environment) => {
    const times = { bare: [], airlock: [] };
    const start = (app) => timeToPaint(electron, ['-r', probe, app, ...flags], environment);
    // One round to warm the disk cache, then turn about, so that noise falls on both alike.
    await start(bare);
    await start(root);
    for (let run = 0; run < RUNS; run++) {
      times.bare.push(await start(bare));
      times.airlock.push(await start(root));
    }
    const [limit, ours] = [median(times.bare), median(times.airlock)];
    return report({
      name: 'cold start to first paint, against a bare window',
      ratio: ours / limit,
      target: { atMost: 1.3 },
      detail: `bare ${limit.toFixed(0)} ms, Airlock ${ours.toFixed(0)} ms (medians of ${RUNS})`,
    });
  });
}

async function timeToPaint(electron, args, environment) {
  const userData = await mkdtemp(join(tmpdir(), 'airlock-bench-'));
  const started = performance.now();
  const child = spawn(electron, [...args, `--user-data-dir=${userData}`], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const painted = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      if (`${chunk}`.includes('painted')) resolve(performance.now() - started);
    });
    child.once('close', (code) => reject(new Error(`It ended without painting (${code}).`)));
  });
  await ended;
  await rm(userData, { recursive: true, force: true, maxRetries: 3 });
  return painted;
}
