import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page, expect as see } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { UpdateServer } from '#test/support/updateServer';
import { Workbench } from '../../e2e/pages/workbench';
import { packagingTool, unpackedApp } from './artefacts';
import { firstPage, TEST_SWITCHES } from './startedApp';
import { VirtualDisplay } from './virtualDisplay';

const PATIENCE = { timeout: 120_000 };
const NOBODY = 65_534;

interface Asar {
  extractAll(archive: string, folder: string): void;
  createPackageWithOptions(folder: string, archive: string, options: object): Promise<void>;
}

const whyNot =
  process.platform !== 'linux'
    ? 'only on Linux'
    : process.getuid?.() !== 0
      ? 'only as root, which can start it as another user'
      : null;

describe.skipIf(whyNot !== null)(
  `an unpacked tar.gz${whyNot ? ` (skipped: ${whyNot})` : ''}`,
  () => {
    const folder = new TemporaryFolder('airlock-updated');
    const app = folder.join('home/airlock');
    const data = folder.join('home/data');
    const project = folder.join('home/project');
    let server: UpdateServer;
    let display: VirtualDisplay;

    beforeAll(async () => {
      server = await UpdateServer.start(Buffer.alloc(0));
      const unpacked = unpackedApp(folder.join('unpacked'));
      await makeVersion(unpacked, '0.1.0', app);
      const name = `airlock-9.0.0-linux-${process.arch}`;
      await makeVersion(unpacked, '9.0.0', folder.join(`next/${name}`));
      const archive = folder.join(`${name}.tar.gz`);
      execFileSync('tar', ['-czf', archive, '-C', folder.join('next'), name]);
      server.content = readFileSync(archive);
      server.announce({
        version: '9.0.0',
        files: { [`tar.gz-${process.arch}`]: `${name}.tar.gz` },
      });
      mkdirSync(project);
      writeFileSync(join(project, 'notes.md'), '# Notes\n');
      execFileSync('chmod', ['a+rx', folder.path]);
      execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder.join('home')]);
      display = await VirtualDisplay.start();
    });
    afterAll(async () => {
      display?.dispose();
      await server?.close();
      folder.dispose();
    });

    /** The packaged app as another version, told where and by which key versions are announced. */
    async function makeVersion(unpacked: string, version: string, target: string): Promise<void> {
      const asar = packagingTool<Asar>('@electron/asar');
      const archive = join(target, 'resources/app.asar');
      const content = folder.join('content');
      cpSync(unpacked, target, { recursive: true, verbatimSymlinks: true });
      asar.extractAll(archive, content);
      edit(join(content, 'package.json'), { version });
      edit(join(content, 'build.json'), {
        updates: { url: server.url, publicKey: server.keys.publicKey },
      });
      rmSync(`${archive}.unpacked`, { recursive: true });
      await asar.createPackageWithOptions(content, archive, { unpack: '{*.node,spawn-helper}' });
      rmSync(content, { recursive: true });
      writeFileSync(join(target, 'resources/version'), `Airlock ${version}\n`);
      execFileSync('chmod', ['-R', 'a+rX', target]);
    }

    function edit(path: string, changes: object): void {
      writeFileSync(
        path,
        JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...changes }),
      );
    }

    function start(): ChildProcess {
      const switches = [...TEST_SWITCHES, `--user-data-dir=${data}`];
      const env = {
        PATH: process.env.PATH ?? '',
        HOME: folder.join('home'),
        DISPLAY: display.name,
        AIRLOCK_DEMO_AGENT_PACE: 'instant',
      };
      return spawn(join(app, 'airlock'), [project, ...switches], {
        env,
        uid: NOBODY,
        gid: NOBODY,
        stdio: 'ignore',
      });
    }

    /** By the file that Chromium writes, because a restarted app has no streams of ours. */
    async function connect(): Promise<{ page: Page; browser: Browser }> {
      const file = join(data, 'DevToolsActivePort');
      await see
        .poll(() => existsSync(file) && readFileSync(file, 'utf8'), PATIENCE)
        .toContain('\n/');
      const [port = '', path = ''] = readFileSync(file, 'utf8').split('\n');
      const browser = await chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`);
      return { page: await firstPage(browser), browser };
    }

    it('updates itself once no agent is at work, and starts again as the new version', async () => {
      const child = start();
      const ended = once(child, 'exit');
      const { page, browser } = await connect();
      const workbench = new Workbench(page);
      await see(page.getByText('Airlock 9.0.0 is available.')).toBeVisible(PATIENCE);
      // An agent that waits for the user is at work.
      const prompt = 'replace "Notes" -> "Words" in notes.md';
      await workbench.start({ folder: project, prompt, isolation: 'In place' });
      const pane = workbench.session('Replace Notes with Words in notes.md');
      await see(pane.option('Allow once')).toBeVisible(PATIENCE);
      await page.getByRole('button', { name: 'What’s new' }).click();
      const dialog = page.getByRole('dialog', { name: 'What’s new in Airlock 9.0.0' });
      await see(dialog).toContainText('New in 9.0.0');
      await dialog.getByRole('button', { name: 'Install when idle' }).click();
      await see(page.getByText('restarts with version 9.0.0')).toBeVisible(PATIENCE);
      expect(readFileSync(join(app, 'resources/version'), 'utf8')).toBe('Airlock 0.1.0\n');
      rmSync(join(data, 'DevToolsActivePort'));
      await pane.option('Allow once').click(PATIENCE);
      await ended;
      await browser.close();
      const next = await connect();
      await new Workbench(next.page).run('Settings');
      await next.page.getByRole('tab', { name: 'About' }).click();
      await see(next.page.getByRole('dialog', { name: 'Settings' })).toContainText(
        '9.0.0',
        PATIENCE,
      );
      expect(readFileSync(join(app, 'resources/version'), 'utf8')).toBe('Airlock 9.0.0\n');
      // The version before and the download are gone once the new one knows itself to be the newest.
      const left = () => [`${app}.previous`, join(data, 'updates')].filter(existsSync);
      await see.poll(left, PATIENCE).toEqual([]);
      await next.page.close();
      await next.browser.close();
    });
  },
);
