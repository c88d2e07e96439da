import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
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
async function startOn(userData: string, folder: string): Promise<Answered> {
  const chosen = join(folder, 'chosen');
  await mkdir(chosen);
  const shown = join(folder, 'shown.json');
  const record = join(folder, 'record.cjs');
  await writeFile(
    record,
    `const { app, dialog } = require('electron');
     const { writeFileSync } = require('node:fs');
     let said;
     dialog.showMessageBox = async (options) => { said = options; return { response: 0 }; };
     dialog.showOpenDialog = async () => ({ filePaths: [${JSON.stringify(chosen)}] });
     app.relaunch = ({ args }) => writeFileSync(${JSON.stringify(shown)}, JSON.stringify({ said, args }));`,
  );
  const { AIRLOCK_ELECTRON: executablePath = '', ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const displays: Record<string, string>[] = JSON.parse(env.AIRLOCK_DISPLAYS ?? '[]');
  const app = await electron
    .launch({
      executablePath,
      args: ['-r', record, projectRoot, `--user-data-dir=${userData}`],
      env: { ...(env as Record<string, string>), ...displays[0] },
      chromiumSandbox: true,
    })
    .catch(() => null);
  await app?.waitForEvent('close').catch(() => undefined);
  await expect.poll(() => readFile(shown, 'utf8').catch(() => '')).not.toBe('');
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
  const { said, args, chosen } = await startOn(join(blocked, 'data'), folder);
  expect(said.message).toBe('Airlock cannot write to its data folder.');
  expect(said.detail).toContain(blocked);
  expect(args.at(-1)).toBe(`--user-data-dir=${chosen}`);
});

test('the data folder of a newer version is left as it is, and another one is offered', async ({
  folder,
}) => {
  const newer = join(folder, 'newer');
  await cp(join(projectRoot, 'test/fixtures/data/0.1.0'), newer, { recursive: true });
  await writeFile(join(newer, 'version.json'), '{"format":99,"app":"9.0.0"}\n');
  const before = folderPrint(newer);
  const { said, args, chosen } = await startOn(newer, folder);
  expect(said.message).toBe('Airlock cannot use its data folder.');
  expect(said.detail).toContain('Install Airlock 9.0.0 or later');
  expect(args.at(-1)).toBe(`--user-data-dir=${chosen}`);
  expect(folderPrint(newer)).toEqual(before);
});
