import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withDisplay } from '../../scripts/app/launch.mjs';
import { prepare } from '../../scripts/setup/prepare.mjs';
import { median, report } from '../report.mjs';
import { sampleTexts } from './sampleTexts.mjs';

const run = promisify(execFile);
const main = fileURLToPath(new URL('./main.cjs', import.meta.url));
const ROUNDS = 5;

/** The cost of a click on a changed file, compared with `git diff` on the same two texts. */
const cases = [
  { lines: 1_000, churn: 0.02, atMost: 20 },
  { lines: 10_000, churn: 0.02, atMost: 20 },
  { lines: 10_000, churn: 0.3, atMost: 60 },
  { lines: 50_000, churn: 0.02, atMost: 20 },
  { lines: 50_000, churn: 0.3, atMost: 60 },
];

export async function firstDiff() {
  const electron = await prepare({ virtualDisplay: true });
  const folder = await mkdtemp(join(tmpdir(), 'airlock-bench-'));
  try {
    await buildPage(join(folder, 'page'));
    return await withDisplay((environment) => measureAll(electron, folder, environment));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function buildPage(outDir) {
  const { build } = await import('vite');
  await build({
    root: fileURLToPath(new URL('./page', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'chrome146', modulePreload: { polyfill: false } },
  });
}

async function measureAll(electron, folder, environment) {
  const { _electron } = await import('playwright');
  const app = await _electron.launch({
    executablePath: electron,
    args: [main, '--no-sandbox', `--user-data-dir=${join(folder, 'data')}`],
    env: { ...environment, BENCH_PAGE: join(folder, 'page') },
  });
  try {
    const page = await app.firstWindow();
    await page.waitForFunction(() => 'firstDiff' in window);
    const [one, other] = sampleTexts(1_000, 0.02);
    const cold = await inPage(page, one, other);
    console.log(`    cold, 1000 lines, with loading Monaco: ${cold.milliseconds.toFixed(0)} ms`);
    const verdicts = [];
    for (const one of cases) verdicts.push(await measure(page, folder, one));
    return verdicts.every(Boolean);
  } finally {
    await app.close();
  }
}

async function measure(page, folder, { lines, churn, atMost }) {
  const [original, modified] = sampleTexts(lines, churn);
  const times = { git: [], ours: [] };
  let hunks = 0;
  // Alternates between both, so that noise affects them equally.
  for (let round = 0; round < ROUNDS; round++) {
    times.git.push(await gitDiff(folder, original, modified));
    const shown = await inPage(page, original, modified);
    times.ours.push(shown.milliseconds);
    hunks = shown.hunks;
  }
  const [limit, ours] = [median(times.git), median(times.ours)];
  return report({
    name: `first diff, ${lines} lines, ${churn * 100} % changed, against git diff`,
    ratio: ours / limit,
    target: { atMost },
    detail: `git ${limit.toFixed(0)} ms, shown after ${ours.toFixed(0)} ms, ${hunks} hunks`,
  });
}

function inPage(page, original, modified) {
  return page.evaluate(([left, right]) => window.firstDiff(left, right), [original, modified]);
}

async function gitDiff(folder, original, modified) {
  const [left, right] = [join(folder, 'a.txt'), join(folder, 'b.txt')];
  await Promise.all([writeFile(left, original), writeFile(right, modified)]);
  const started = performance.now();
  // It exits with 1 if the files differ.
  await run('git', ['diff', '--no-index', '--', left, right], {
    maxBuffer: 256 * 1024 * 1024,
  }).catch((error) => {
    if (error.code !== 1) throw error;
  });
  return performance.now() - started;
}
