import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Browser, chromium, type Page, expect as see } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { Workbench } from '../../e2e/pages/workbench';
import { artefact } from './artefacts';
import { CleanRoot, whyNoCleanRoot } from './cleanRoot';

const reason = whyNoCleanRoot();
const PATIENCE = { timeout: 60_000 };

interface StartedApp {
  readonly page: Page;
  close(): Promise<void>;
}

describe.skipIf(reason !== null)(`a deb on a clean system${reason ? ` (${reason})` : ''}`, () => {
  const folder = new TemporaryFolder('airlock-installed');
  let root: CleanRoot;
  let xvfb: ChildProcess;
  let display = '';
  let before: readonly string[] = [];

  beforeAll(async () => {
    root = new CleanRoot(folder.join('root'));
    cpSync(artefact('.deb'), join(root.folder, 'root/airlock.deb'));
    root.asRoot('apt-get', 'update', '-q');
    const fields = execFileSync('dpkg-deb', ['-f', artefact('.deb'), 'Depends', 'Recommends'], {
      encoding: 'utf8',
    });
    // First, so that what the package itself brings can be told from what it needs.
    const needed = [...fields.matchAll(/(?:: |, )([\w.+-]+)/g)].map(([, name = '']) => name);
    root.asRoot('apt-get', 'install', '-qy', ...needed);
    before = root.paths();
    root.asRoot('dpkg', '-i', '/root/airlock.deb');
    xvfb = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24', '-ac'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [number] = await once(xvfb.stdout as Readable, 'data');
    display = `:${String(number).trim()}`;
  });
  afterAll(() => {
    xvfb?.kill();
    folder.dispose();
  });

  /** By the port for tools of Chromium’s: the one that Playwright uses for Electron is switched off. */
  async function start(...command: readonly string[]): Promise<StartedApp> {
    const child = root.asUser(display, ...command, '--remote-debugging-port=0', '--disable-gpu');
    const ended = once(child, 'exit');
    const address = await addressIn(child);
    const browser: Browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    if (page === undefined) throw new Error('It opened no window.');
    await page.waitForSelector('nav');
    return {
      page,
      close: async () => {
        await page.close();
        await browser.close();
        await ended;
      },
    };
  }

  it('starts from its desktop entry, with a Node of its own', async () => {
    const entry = readFileSync(join(root.folder, 'usr/share/applications/airlock.desktop'), 'utf8');
    const command = /^Exec=(.*)$/m.exec(entry)?.[1]?.split(' ') ?? [];
    const { page, close } = await start(...command);
    await new Workbench(page).run('Settings');
    await page.getByRole('tab', { name: 'About' }).click();
    await see(page.getByRole('dialog', { name: 'Settings' })).toContainText('Node26.', PATIENCE);
    await close();
  });

  it('runs the built-in agent sealed, from “airlock <folder>” to an accepted hunk', async () => {
    const project = '/home/tester/project';
    const notes = join(root.folder, project, 'notes.md');
    root.asRoot(
      ...['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups', 'sh', '-c'],
      `mkdir ${project} && echo '# Notes' > ${project}/notes.md`,
    );
    const { page, close } = await start('airlock', '--wait', 'project');
    const workbench = new Workbench(page);
    await see(page.getByRole('heading', { name: 'project' })).toBeVisible(PATIENCE);
    const prompt = 'replace "Notes" -> "Words" in notes.md';
    await workbench.start({ folder: project, prompt, isolation: 'Sealed' });
    // The agent names it by what it understood.
    const pane = workbench.session('Replace Notes with Words in notes.md');
    await see(page.getByRole('button', { name: 'Sealed', exact: true })).toBeVisible(PATIENCE);
    await pane.option('Allow once').click(PATIENCE);
    const changes = await pane.review();
    await changes.open('notes.md');
    expect(readFileSync(notes, 'utf8')).toBe('# Notes\n');
    await changes.hunk(1).getByRole('button', { name: 'Accept hunk' }).click(PATIENCE);
    await see.poll(() => readFileSync(notes, 'utf8'), PATIENCE).toBe('# Words\n');
    await close();
  });

  it('is removed with nothing left but the user’s data, and says where that is', () => {
    const said = root.asRoot('dpkg', '--purge', 'airlock');
    expect(said).toContain('~/.config/airlock');
    const left = new Set(root.paths());
    for (const path of before) left.delete(path);
    expect([...left]).toEqual([]);
    expect(existsSync(join(root.folder, 'home/tester/.config/airlock/data'))).toBe(true);
  });
});

async function addressIn(child: ChildProcess): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr as Readable })) {
    const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (found !== undefined) {
      child.stderr?.resume();
      return found;
    }
    lines.push(line);
  }
  const { exitCode, signalCode } = child;
  throw new Error(`It ended (${exitCode ?? signalCode}) without a window:\n${lines.join('\n')}`);
}
