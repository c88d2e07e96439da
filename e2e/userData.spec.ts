import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron as electron } from '@playwright/test';
import { folderPrint } from '../test/support/folderPrint';
import { expect, test } from './fixtures';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));

interface Answered {
  readonly said: { readonly message: string; readonly detail: string };
  /** What the app starts again with. */
  readonly args: readonly string[];
  readonly chosen: string;
}

/** Starts the app on a data folder that it cannot use, and answers its dialogs as a user would. */
async function startOn(
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  /** The button that is pressed. */
  response = 0,
): Promise<Answered> {
  const chosen = join(folder, 'chosen');
  const temporary = join(folder, 'temporary');
  await mkdir(chosen);
  await mkdir(temporary);
  const shown = join(folder, 'shown.json');
  const record = join(folder, 'record.cjs');
  await writeFile(
    record,
    `const { app, dialog } = require('electron');
     const { writeFileSync } = require('node:fs');
     let said;
     // A user takes longer to read it than Chromium to be up.
     const read = () => new Promise((resolve) => setTimeout(resolve, 1_000));
     dialog.showMessageBox = async (options) => { said = options; await read(); return { response: ${response} }; };
     dialog.showOpenDialog = async () => ({ filePaths: [${JSON.stringify(chosen)}] });
     app.relaunch = ({ args }) => writeFileSync(${JSON.stringify(shown)}, JSON.stringify({ said, args }));`,
  );
  const { AIRLOCK_ELECTRON: executablePath = '', ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const displays: Record<string, string>[] = JSON.parse(env.AIRLOCK_DISPLAYS ?? '[]');
  const app = await electron
    .launch({
      executablePath,
      args: ['-r', record, projectRoot, ...args],
      env: {
        ...(env as Record<string, string>),
        ...displays[0],
        TMPDIR: temporary,
        ...variables,
      },
      chromiumSandbox: true,
    })
    .catch(() => null);
  await app?.waitForEvent('close').catch(() => undefined);
  await expect.poll(() => readFile(shown, 'utf8').catch(() => '')).not.toBe('');
  // What the browser wrote for the sake of the dialog is gone with it.
  const left = async () => (await readdir(temporary)).filter((name) => name.startsWith('airlock-'));
  await expect.poll(left).toEqual([]);
  return { ...JSON.parse(await readFile(shown, 'utf8')), chosen };
}

test('a data folder may be given by a path from where the user is', async ({ folder }) => {
  const { AIRLOCK_ELECTRON: executablePath = '', ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const displays: Record<string, string>[] = JSON.parse(env.AIRLOCK_DISPLAYS ?? '[]');
  const app = await electron.launch({
    executablePath,
    args: [projectRoot, '--user-data-dir=my data'],
    cwd: folder,
    env: { ...(env as Record<string, string>), ...displays[0] },
    chromiumSandbox: true,
  });
  await (await app.firstWindow()).waitForSelector('nav');
  await app.close();
  expect(JSON.parse(await readFile(join(folder, 'my data/version.json'), 'utf8'))).toMatchObject({
    format: 1,
  });
});

test('an unwritable data folder is reported, and another one is offered', async ({ folder }) => {
  // A file in its way: even root cannot write there.
  const blocked = join(folder, 'file');
  await writeFile(blocked, '');
  const given = [`--user-data-dir=${join(blocked, 'data')}`];
  const { said, args, chosen } = await startOn(folder, given);
  expect(said.message).toBe('Airlock cannot write to its data folder.');
  expect(said.detail).toContain(blocked);
  expect(args.at(-1)).toBe(`--user-data-dir=${chosen}`);
});

test('a data folder that another computer uses is not used by two', async ({ folder }) => {
  test.skip(process.platform !== 'linux', 'Elsewhere the lock names no computer.');
  const shared = join(folder, 'shared');
  const lock = join(shared, 'SingletonLock');
  await mkdir(shared);
  await symlink('another-computer-12', lock);
  const given = `--user-data-dir=${shared}`;
  const { said, args } = await startOn(folder, [given], {}, 2);
  expect(said.message).toBe('Airlock is open on another computer: another-computer.');
  // The user has chosen to open it anyway: the folder is free, and as it was.
  expect(args).toContain(given);
  expect(await readdir(shared)).toEqual([]);
});

test('a home folder that cannot be written to is reported as well', async ({ folder }) => {
  test.skip(
    process.platform !== 'linux',
    'The folder of settings is named by a variable on Linux alone.',
  );
  const blocked = join(folder, 'file');
  await writeFile(blocked, '');
  const { said, args, chosen } = await startOn(folder, [], { XDG_CONFIG_HOME: blocked });
  expect(said.message).toBe('Airlock cannot write to its data folder.');
  expect(said.detail).toContain(join(blocked, 'airlock'));
  expect(args.at(-1)).toBe(`--user-data-dir=${chosen}`);
});

test('the data folder of a newer version is left as it is, and another one is offered', async ({
  folder,
}) => {
  const newer = join(folder, 'newer');
  await cp(join(projectRoot, 'test/fixtures/data/0.1.0'), newer, { recursive: true });
  await writeFile(join(newer, 'version.json'), '{"format":99,"app":"9.0.0"}\n');
  const before = folderPrint(newer);
  const { said, args, chosen } = await startOn(folder, [`--user-data-dir=${newer}`]);
  expect(said.message).toBe('Airlock cannot use its data folder.');
  expect(said.detail).toContain('Install Airlock 9.0.0 or later');
  expect(args.at(-1)).toBe(`--user-data-dir=${chosen}`);
  expect(folderPrint(newer)).toEqual(before);
});
