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
/** What looks at its desktop entry and its manual page. */
const CHECKERS = ['desktop-file-utils', 'man-db', 'groff-base'];

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
    // First, so that what the package itself brings can be told from what it needs; and only what it
    // names, not what the packages that it names recommend.
    const needed = [...fields.matchAll(/(?:: |, )([\w.+-]+)/g)].map(([, name = '']) => name);
    root.asRoot('apt-get', 'install', '-qy', '--no-install-recommends', ...needed, ...CHECKERS);
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

  /** The exit code of a command of the user's, and what it said. */
  async function told(...command: readonly string[]): Promise<string> {
    const child = root.asUser(display, ...command);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        text += chunk;
      });
    }
    const [code] = await once(child, 'close');
    return `${code}:${text}`;
  }

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

  it('has a desktop entry, icons in all sizes and a manual page that nothing is wrong with', () => {
    const entry = '/usr/share/applications/airlock.desktop';
    expect(root.asRoot('desktop-file-validate', entry)).toBe('');
    const icons = join(root.folder, 'usr/share/icons/hicolor');
    for (const size of [16, 22, 24, 32, 48, 64, 96, 128, 256, 512]) {
      const png = readFileSync(join(icons, `${size}x${size}/apps/airlock.png`));
      // Width and height, as the header of the picture has them.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    }
    expect(existsSync(join(icons, 'scalable/apps/airlock.svg'))).toBe(true);
    const page = root.asRoot('sh', '-c', 'man airlock | cat').replace(/\s+/g, ' ');
    expect(page).toContain('airlock - run many coding agents side by side');
    expect(root.asRoot('sh', '-c', 'man --warnings airlock 2>&1 >/dev/null')).toBe('');
  });

  it('answers --help and --version, and refuses what is no folder', async () => {
    expect(await told('airlock', '--version')).toMatch(/^0:Airlock \d+\.\d+\.\d+\n$/);
    expect(await told('airlock', '--help')).toMatch(/^0:Usage: airlock \[FOLDER\]/);
    expect(await told('airlock', '/nowhere')).toMatch(/^2:airlock: \/nowhere is not a folder/);
    expect(await told('env', '-u', 'DISPLAY', 'airlock')).toMatch(
      /^1:airlock: there is no display/,
    );
  });

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
    // The copy is the agent's to edit: nothing is asked before the review.
    const changes = await pane.review();
    await changes.open('notes.md');
    expect(readFileSync(notes, 'utf8')).toBe('# Notes\n');
    await changes.hunk(1).getByRole('button', { name: 'Accept hunk' }).click(PATIENCE);
    await see.poll(() => readFileSync(notes, 'utf8'), PATIENCE).toBe('# Words\n');
    await close();
  });

  it('opens the dialog for a new session from “airlock --new-session <folder>”', async () => {
    const { page, close } = await start('airlock', '--wait', '--new-session', 'project');
    const folder = page.getByRole('dialog', { name: 'New session' }).getByLabel('Folder');
    await see(folder).toHaveValue('/home/tester/project', PATIENCE);
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
