import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type OpenApp, test } from './fixtures';
import { Terminals } from './pages/terminals';

test.skip(
  process.platform !== 'linux',
  'Elsewhere nobody can lower the limit of a process that runs.',
);

/** Room that is left below the limit before it is taken up. */
const SPARE = 64;

test('the app reports that it is out of file descriptors, and recovers once some are free', async ({
  open,
  script,
  project,
}) => {
  const app = await open({ Alpha: script('echo') });
  const { window, workbench } = app;
  const size = { columns: 80, rows: 24 };
  const terminal = { place: { folder: project }, size, run: null };
  const session = {
    agentId: 'alpha',
    folder: project,
    isolation: 'isolated',
    prompt: [{ type: 'text', text: 'too early' }],
    continues: null,
  };
  for (const left of [0, 4]) {
    await exhaust(app, left);
    expect(await answerTo(app, 'sessions.create', session)).toContain('no file descriptors left');
    expect(await answerTo(app, 'terminals.create', terminal)).toContain('no file descriptors left');
    expect(await answerTo(app, 'sessions.list', null)).toContain('"ok":true');
    // A part of the window that is loaded now comes once it can.
    const loaded = loadStyles(app, `again-${left}`);
    await release(app);
    expect(await loaded).toBe('load');
  }
  const pane = await workbench.start({ folder: project, prompt: 'marmalade' });
  await expect(pane.transcript.getByText('marmalade')).toHaveCount(2);
  await workbench.run('New terminal');
  await new Terminals(window).ready('ready');
  const log = await readFile(join(app.userData, 'logs', 'airlock.log'), 'utf8');
  expect(log.split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

function answerTo({ window }: OpenApp, name: string, input: unknown): Promise<string> {
  return window.evaluate(
    async ([request, argument]) => {
      const { airlock } = globalThis as unknown as {
        airlock: { request: Record<string, (input: unknown) => Promise<unknown>> };
      };
      return JSON.stringify(await airlock.request[request as string]?.(argument));
    },
    [name, input] as const,
  );
}

/** Loads the styles of the page once more; settles with the event that says how it went. */
function loadStyles({ window }: OpenApp, name: string): Promise<string> {
  return window.evaluate((query) => {
    const styles = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `${styles?.href}?${query}`;
    const ended = new Promise<string>((resolve) => {
      link.onload = link.onerror = (event) =>
        resolve(event instanceof Event ? event.type : 'error');
    });
    document.head.append(link);
    return ended;
  }, name);
}

/** Lowers the limit of main to what it has open, and takes all but so many of what is left. */
async function exhaust({ electron }: OpenApp, left: number): Promise<void> {
  const pid = electron.process().pid;
  const highest = Math.max(...readdirSync(`/proc/${pid}/fd`).map(Number));
  execFileSync('prlimit', ['--pid', `${pid}`, `--nofile=${highest + SPARE}:`]);
  await electron.evaluate((_electron, spare) => {
    const { openSync: take, closeSync: give } = process.getBuiltinModule('node:fs');
    const held: number[] = [];
    Object.assign(globalThis, { held });
    try {
      for (;;) held.push(take('/dev/null', 'r'));
    } catch {
      for (const descriptor of held.splice(0, spare)) give(descriptor);
    }
  }, left);
}

async function release({ electron }: OpenApp): Promise<void> {
  await electron.evaluate(() => {
    const { closeSync: give } = process.getBuiltinModule('node:fs');
    const { held } = globalThis as unknown as { held: number[] };
    for (const descriptor of held.splice(0)) give(descriptor);
  });
}
