import { execFile } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sandboxArguments, withDisplay } from '../../scripts/app/launch.mjs';
import { buildApp } from '../../scripts/setup/build.mjs';
import { prepare } from '../../scripts/setup/prepare.mjs';
import { root } from '../../scripts/setup/project.mjs';
import { report } from '../report.mjs';

const run = promisify(execFile);
const COUNTS = (process.env.BENCH_FILES ?? '1296').split(',').map(Number);
const FILES_EACH = 36;
/** The longest wait for one decision or undo. */
const PATIENCE_MILLISECONDS = 600_000;
const SAMPLE_MILLISECONDS = 250;

/**
 * Compares "Accept all" and its undo in the app with writing the same files and syncing each to the
 * disk.
 */
export async function acceptAll() {
  const electron = await prepare({ virtualDisplay: true });
  await buildApp();
  const verdicts = [];
  for (const count of COUNTS) {
    const folder = await mkdtemp(join(tmpdir(), 'airlock-bench-'));
    try {
      const files = await makeProject(join(folder, 'project'), count);
      // In another folder, so that the agent's changes are not part of it.
      await cp(join(folder, 'project'), join(folder, 'plain'), { recursive: true });
      const writePlainly = () => writeAll(join(folder, 'plain'), join(folder, 'written'), files);
      const measured = await withDisplay((environment) =>
        measure({ electron, folder, environment, count, writePlainly }),
      );
      verdicts.push(...say(count, measured));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }
  return verdicts.every(Boolean);
}

async function makeProject(project, count) {
  const files = [];
  for (let index = 0; index < count; index++) {
    const folder = `part${Math.floor(index / FILES_EACH)}`;
    await mkdir(join(project, folder), { recursive: true });
    const path = join(folder, `file${index}.txt`);
    await writeFile(join(project, path), `one\ntwo ${index}\nthree\n`);
    files.push(path);
  }
  const git = (...args) =>
    run('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], {
      cwd: project,
      maxBuffer: 64 * 1024 * 1024,
    });
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'All of it');
  return files;
}

/**
 * Writes one file after the other, each atomically and synced to the disk, as a crossing must do.
 */
async function writeAll(from, to, files) {
  await rm(to, { recursive: true, force: true });
  const started = performance.now();
  for (const path of files) {
    const target = join(to, path);
    await mkdir(join(target, '..'), { recursive: true });
    const file = await open(`${target}.new`, 'w');
    await file.writeFile(await readFile(join(from, path)));
    await file.sync();
    await file.close();
    await rename(`${target}.new`, target);
  }
  return performance.now() - started;
}

async function measure({ electron, folder, environment, count, writePlainly }) {
  const { _electron } = await import('playwright');
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'settings.json'), JSON.stringify(await settingsFor(electron, folder)));
  const app = await _electron.launch({
    executablePath: electron,
    args: [root, ...sandboxArguments(electron), `--user-data-dir=${data}`, join(folder, 'project')],
    env: environment,
  });
  try {
    const page = await app.firstWindow();
    page.setDefaultTimeout(PATIENCE_MILLISECONDS);
    await page.getByRole('button', { name: 'New session', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New session' });
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill('Change every file');
    await dialog.getByRole('button', { name: 'Start' }).click();
    const all = page.getByRole('button', { name: 'Accept all', exact: true });
    const bar = page.getByRole('button', { name: 'Review changes', exact: true });
    await all.or(bar).first().waitFor();
    if (!(await all.isVisible())) await bar.click();
    const said = page.getByText(`${count.toLocaleString('en')} files`).first();
    await said.waitFor();
    // The editor takes its memory when it shows its first file.
    await page.getByRole('group', { name: /^Hunk 1 of / }).waitFor();
    const memory = watchMemory(app);
    const before = await memory.now();
    // Before, between and after, because other programs may run at the same time.
    const plain = [await writePlainly()];
    const accepting = await timed(async () => {
      await all.click();
      await page.getByText(`Accepted ${count.toLocaleString('en')} hunks`).waitFor();
    });
    const isWritten = await readFile(await lastFile(join(folder, 'project')), 'utf8');
    if (!isWritten.startsWith('ONE')) throw new Error('Not every file was written.');
    plain.push(await writePlainly());
    const undoing = await timed(async () => {
      await page.getByRole('button', { name: 'Undo last decision' }).click();
      await page.getByText('Undoing').first().waitFor({ state: 'hidden' });
      await page.waitForFunction(() =>
        [...document.querySelectorAll('button')].some(
          (button) => button.textContent === 'Accept all' && !button.disabled,
        ),
      );
    });
    plain.push(await writePlainly());
    return { accepting, undoing, plain, before, peak: await memory.stop() };
  } finally {
    await app.close();
  }
}

async function lastFile(project) {
  const folders = (await readdir(project)).filter((name) => name.startsWith('part'));
  const folder = join(project, folders.at(-1));
  return join(folder, (await readdir(folder)).at(-1));
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Records the peak memory of the window's process and of main's. */
function watchMemory(app) {
  const peak = { window: 0, main: 0 };
  const now = async () => {
    const metrics = await app.evaluate(({ app: program }) => program.getAppMetrics());
    const bytesOf = (wanted) =>
      metrics
        .filter(({ type }) => type === wanted)
        .reduce((sum, { memory }) => sum + memory.workingSetSize * 1_024, 0);
    const bytes = { window: bytesOf('Tab'), main: bytesOf('Browser') };
    peak.window = Math.max(peak.window, bytes.window);
    peak.main = Math.max(peak.main, bytes.main);
    return bytes;
  };
  let isRunning = true;
  const running = (async () => {
    while (isRunning) {
      await now();
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MILLISECONDS));
    }
  })();
  return {
    now,
    stop: async () => {
      isRunning = false;
      await running;
      return peak;
    },
  };
}

/** An agent that changes every file with one command. */
async function settingsFor(electron, folder) {
  const scenario = join(folder, 'scenario.json');
  const turns = [[{ shell: "sed -i 's/^one$/ONE/' part*/*.txt" }, { say: 'Done.' }]];
  await writeFile(scenario, JSON.stringify({ turns }));
  const agent = {
    name: 'Writer',
    command: electron,
    args: [join(root, 'test/agent/scriptedAgent.mjs'), scenario],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    wire: 'acp',
  };
  return { agents: { writer: agent }, defaultAgent: 'writer', defaultIsolation: 'isolated' };
}

/** 200 files a second, if writing and syncing alone reaches 910. */
const TARGET = { atMost: 4.5 };

function say(count, { accepting, undoing, plain, before, peak }) {
  const rate = (milliseconds) => `${((count * 1_000) / milliseconds).toFixed(0)} files/s`;
  const size = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  const compared = (name, took, limit) =>
    report({
      name: `${name} ${count} files, against writing and syncing each (${rate(limit)})`,
      ratio: took / limit,
      target: TARGET,
      detail: `${rate(took)}, ${(took / 1_000).toFixed(1)} s`,
    });
  const [first, second, third] = plain;
  return [
    compared('accept all', accepting, (first + second) / 2),
    compared('undo of all', undoing, (second + third) / 2),
    ...['window', 'main'].map((process) =>
      report({
        name: `memory of the ${process} process meanwhile, against before (${count} files)`,
        ratio: peak[process] / before[process],
        target: { atMost: 1.5 },
        detail: `${size(before[process])} before, at most ${size(peak[process])}`,
      }),
    ),
  ];
}
