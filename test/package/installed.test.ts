import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect as see } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { Workbench } from '../../e2e/pages/workbench';
import { artefact } from './artefacts';
import { CleanRoot, whyNoCleanRoot } from './cleanRoot';
import { StartedApp, TEST_SWITCHES } from './startedApp';
import { VirtualDisplay } from './virtualDisplay';

const reason = whyNoCleanRoot();
const PATIENCE = { timeout: 60_000 };
/** What of a data folder is not the browser's. */
const RECORDED = ['version.json', 'window.json', 'settings.json', 'updates.json', 'data'];

/** For the tests of later versions, when a release is made. */
function recordData(folder: string): void {
  const target = process.env.AIRLOCK_RECORD_DATA;
  if (target === undefined) return;
  const there = RECORDED.filter((name) => existsSync(join(folder, name)));
  execFileSync('tar', ['-czf', target, '--owner=0', '--group=0', '-C', folder, ...there]);
}

/** What looks at its desktop entry and its manual page. */
const CHECKERS = ['desktop-file-utils', 'man-db', 'groff-base'];

describe.skipIf(reason !== null)(`a deb on a clean system${reason ? ` (${reason})` : ''}`, () => {
  const folder = new TemporaryFolder('airlock-installed');
  let root: CleanRoot;
  let display: VirtualDisplay;
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
    display = await VirtualDisplay.start();
  });
  afterAll(() => {
    display?.dispose();
    folder.dispose();
  });

  const told = (...command: readonly string[]) => root.told(display.name, ...command);

  const start = (...command: readonly string[]) =>
    StartedApp.connect(root.asUser(display.name, ...command, ...TEST_SWITCHES));

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

  it('answers --help and --version, and refuses a path that is not a folder', async () => {
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
    const app = await start(...command);
    const { page } = app;
    await new Workbench(page).run('Settings');
    await page.getByRole('tab', { name: 'About' }).click();
    await see(page.getByRole('dialog', { name: 'Settings' })).toContainText('Node26.', PATIENCE);
    await app.close();
  });

  it('runs the built-in agent sealed, from “airlock <folder>” to an accepted hunk', async () => {
    const project = '/home/tester/project';
    const notes = join(root.folder, project, 'notes.md');
    root.asRoot(
      ...['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups', 'sh', '-c'],
      `mkdir ${project} && echo '# Notes' > ${project}/notes.md`,
    );
    const app = await start('airlock', '--wait', 'project');
    const { page } = app;
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
    await app.close();
  });

  it('opens the dialog for a new session from “airlock --new-session <folder>”', async () => {
    const app = await start('airlock', '--wait', '--new-session', 'project');
    const dialog = app.page.getByRole('dialog', { name: 'New session' });
    await see(dialog.getByRole('textbox', { name: 'Folder' })).toHaveValue(
      '/home/tester/project',
      PATIENCE,
    );
    await app.close();
  });

  it('says why nothing can be sealed where the system forbids it, and seals nothing', async () => {
    const bwrap = join(root.folder, 'usr/bin/bwrap');
    renameSync(bwrap, `${bwrap}.real`);
    // In the words of the real one.
    const words =
      'bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.';
    writeFileSync(
      bwrap,
      `#!/bin/sh\nif [ "$1" = --version ]; then echo bubblewrap 0.8.0; exit; fi\necho '${words}' >&2\nexit 1\n`,
      { mode: 0o755 },
    );
    try {
      const app = await start('airlock', '--wait', '--new-session', 'project');
      const dialog = app.page.getByRole('dialog', { name: 'New session' });
      await see(dialog.getByText(words)).toBeVisible(PATIENCE);
      await see(dialog.getByText(/ask its administrator/)).toBeVisible();
      await see(dialog.getByRole('radio', { name: 'Sealed' })).toBeDisabled();
      await app.close();
    } finally {
      renameSync(`${bwrap}.real`, bwrap);
    }
  });

  it('is removed with nothing left but the user’s data, and says where that is', () => {
    recordData(join(root.folder, 'home/tester/.config/airlock'));
    const said = root.asRoot('dpkg', '--purge', 'airlock');
    expect(said).toContain('~/.config/airlock');
    const left = new Set(root.paths());
    for (const path of before) left.delete(path);
    expect([...left]).toEqual([]);
    expect(existsSync(join(root.folder, 'home/tester/.config/airlock/data'))).toBe(true);
  });
});
