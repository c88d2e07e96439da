import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxArguments, withDisplay } from '../../scripts/app/launch.mjs';
import { buildApp } from '../../scripts/setup/build.mjs';
import { prepare } from '../../scripts/setup/prepare.mjs';
import { root } from '../../scripts/setup/project.mjs';
import { median, report } from '../report.mjs';
import {
  countPending,
  echoFromMemory,
  feedFromMemory,
  untilShown,
  watchEchoes,
} from './inPage.mjs';

const MEGABYTES = 8;
const ROUNDS = 5;
const KEYS = 150;
const HALF_MEGABYTE = 512 * 1024;

/** Measures how fast a program's output reaches the screen, and how soon a typed key appears. */
export async function terminal() {
  const electron = await prepare({ virtualDisplay: true });
  await buildApp();
  const folder = await mkdtemp(join(tmpdir(), 'airlock-bench-'));
  try {
    return await withDisplay((environment) => measureAll(electron, folder, environment));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function measureAll(electron, folder, environment) {
  const { _electron } = await import('playwright');
  const app = await _electron.launch({
    executablePath: electron,
    args: [root, ...sandboxArguments(electron), `--user-data-dir=${join(folder, 'data')}`, folder],
    env: { ...environment, SHELL: '/bin/bash', HOME: folder },
  });
  try {
    const page = await app.firstWindow();
    await page.waitForSelector('nav');
    await page.evaluate(countPending);
    await page.getByRole('button', { name: 'New terminal' }).click();
    await run(page, 'PS1="> "; clear; echo rea""dy', 'ready');
    // The debugger may run code that the page's own policy would refuse.
    const require = createRequire(join(root, 'package.json'));
    await page.evaluate(await readFile(require.resolve('@xterm/xterm'), 'utf8'));
    const options = await optionsOf(page);
    const verdicts = [];
    for (const [name, text] of Object.entries(corpora())) {
      verdicts.push(await measureThroughput(page, folder, name, text, options));
    }
    verdicts.push(...(await measureEchoes(page, options)));
    return verdicts.every(Boolean);
  } finally {
    await app.close();
  }
}

async function measureThroughput(page, folder, name, text, options) {
  const file = join(folder, `${name}.txt`);
  await writeFile(file, text);
  const times = { memory: [], pty: [] };
  let most = 0;
  // Alternates between both, so that noise affects them equally.
  for (let round = 0; round < ROUNDS; round++) {
    times.memory.push(
      await page.evaluate(feedFromMemory, {
        text,
        pieceLength: 64 * 1024,
        pending: HALF_MEGABYTE,
        options,
      }),
    );
    const { milliseconds, pending } = await catFile(page, file, round);
    times.pty.push(milliseconds);
    most = Math.max(most, pending);
  }
  const bytes = Buffer.byteLength(text) / 1e6;
  const [limit, ours] = [median(times.memory), median(times.pty)];
  // Compares runs next to each other in time, because a busy machine slows both.
  const ratio = median(times.memory.map((memory, round) => memory / times.pty[round]));
  const speed = (milliseconds) => `${((bytes * 1000) / milliseconds).toFixed(1)} MB/s`;
  const isFast = report({
    name: `throughput of ${name} text, against a screen fed from memory`,
    ratio,
    target: { atLeast: 0.5 },
    detail: `memory ${speed(limit)}, pty ${speed(ours)} (medians of ${ROUNDS} × ${bytes.toFixed(0)} MB)`,
  });
  const isBounded = report({
    name: `most that waited to be drawn meanwhile, against 0.5 MB`,
    ratio: most / HALF_MEGABYTE,
    target: { atMost: 1 },
    detail: `${(most / 1024).toFixed(0)} Ki characters`,
  });
  return isFast && isBounded;
}

async function catFile(page, file, round) {
  await page.evaluate(() => {
    Object.assign(window.benchCounts, { received: 0, acknowledged: 0, most: 0 });
  });
  const mark = `end-of-round-${round}-${Date.now()}`;
  await page.keyboard.type(`clear; cat ${file}; echo "${mark.slice(0, 3)}""${mark.slice(3)}"`);
  const shown = page.evaluate(untilShown, mark);
  const started = await page.evaluate(() => performance.now());
  await page.keyboard.press('Enter');
  const milliseconds = (await shown) - started;
  const pending = await page.evaluate(() => window.benchCounts.most);
  return { milliseconds, pending };
}

async function measureEchoes(page, options) {
  const memory = await page.evaluate(echoFromMemory, { count: KEYS, options });
  await page.getByRole('button', { name: 'Split terminal' }).click();
  await run(page, 'PS1="> "; clear; echo se""cond', 'second');
  await run(page, 'clear; echo echo""ing; cat > /dev/null', 'echoing');
  const idle = await typeKeys(page);
  // The flood is in the visible terminal beside it.
  await page.locator('.xterm').first().click();
  await page.keyboard.type('yes "a flood of words that never ends"\n');
  await page.locator('.xterm').last().click();
  const flooded = await typeKeys(page);
  const detail = (times) =>
    `median ${median(times).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms of ${times.length} keys`;
  console.log(`    from memory: ${detail(memory)}`);
  return [
    report({
      name: 'p95 of a key’s echo, against a screen that echoes by itself',
      ratio: percentile(idle, 0.95) / percentile(memory, 0.95),
      target: { atMost: 2 },
      detail: detail(idle),
    }),
    report({
      name: 'p95 of a key’s echo beside a flood, against 100 ms',
      ratio: percentile(flooded, 0.95) / 100,
      target: { atMost: 1 },
      detail: detail(flooded),
    }),
  ];
}

async function typeKeys(page) {
  await page.evaluate(watchEchoes);
  for (let index = 0; index < KEYS; index++) {
    await page.keyboard.press(String.fromCharCode(97 + (index % 26)));
    await page.waitForFunction((count) => window.benchEchoes.length > count, index, {
      polling: 'raf',
    });
    if (index % 40 === 39) await page.keyboard.press('Enter');
  }
  return page.evaluate(() => window.benchStop());
}

async function run(page, command, answer) {
  await page.waitForSelector('.xterm-rows');
  await page.locator('.xterm-helper-textarea').last().focus();
  await page.keyboard.type(`${command}\n`);
  await page.evaluate(untilShown, answer);
}

/** The options of the app's own screen that affect speed. */
function optionsOf(page) {
  return page.evaluate(() => {
    const screen = document.querySelector('.xterm-screen').getBoundingClientRect();
    const rows = document.querySelectorAll('.xterm-rows > div');
    const measure = document.querySelector('.xterm-char-measure-element');
    const cell = measure.getBoundingClientRect().width / measure.textContent.length;
    return {
      cols: Math.floor(screen.width / cell),
      rows: rows.length,
      scrollback: 5_000,
      fontSize: 13,
      fontFamily: '"JetBrains Mono Variable", monospace',
      minimumContrastRatio: 4.5,
      allowProposedApi: true,
    };
  });
}

function corpora() {
  const words = 'the quick brown fox jumps over the lazy dog and runs away '.split(' ');
  const line = (index, decorate) =>
    `${index} ${Array.from({ length: 12 }, (_, word) => decorate(words[(index + word) % words.length], index + word)).join(' ')}\r\n`;
  const repeat = (decorate) => {
    const block = Array.from({ length: 2_000 }, (_, index) => line(index, decorate)).join('');
    return block.repeat(Math.ceil((MEGABYTES * 1e6) / Buffer.byteLength(block)));
  };
  return {
    plain: repeat((word) => word),
    coloured: repeat((word, index) => `\x1b[3${index % 8}m${word}\x1b[0m`),
    wide: repeat((word, index) => (index % 3 === 0 ? `${word}é漢字` : word)),
  };
}

function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
