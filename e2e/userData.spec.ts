import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron as electron } from '@playwright/test';
import { expect, test } from './fixtures';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));

test('an unwritable data folder is reported, and another one is offered', async ({ folder }) => {
  // A file in its way: even root cannot write there.
  const blocked = join(folder, 'file');
  await writeFile(blocked, '');
  const chosen = join(folder, 'chosen');
  await mkdir(chosen);
  const shown = join(folder, 'shown.json');
  const record = join(folder, 'record.cjs');
  // Answers the two dialogs as a user would, and notes what they said.
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
  const args = ['-r', record, projectRoot, `--user-data-dir=${join(blocked, 'data')}`];
  const app = await electron
    .launch({
      executablePath,
      args,
      env: { ...(env as Record<string, string>), ...displays[0] },
      chromiumSandbox: true,
    })
    .catch(() => null);
  await app?.waitForEvent('close').catch(() => undefined);
  await expect.poll(() => readFile(shown, 'utf8').catch(() => '')).not.toBe('');
  const { said, args: next } = JSON.parse(await readFile(shown, 'utf8'));
  expect(said.message).toBe('Airlock cannot write to its data folder.');
  expect(said.detail).toContain(blocked);
  expect(next.at(-1)).toBe(`--user-data-dir=${chosen}`);
});
