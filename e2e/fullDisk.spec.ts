import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './fixtures';
import { Workbench } from './pages/workbench';

test('quitting asks first when a full disk has kept data from being saved', async ({
  open,
  launch,
  script,
  project,
}) => {
  // It starts the app twice.
  test.slow();
  const app = await open({ Alpha: script({ stateFile: 'state.json', turns: [[{ echo: true }]] }) });
  const { electron } = app;
  const disk = await diskOf(electron);
  const questions = await questionsOf(electron);
  const other = await app.workbench.start({ folder: project, prompt: 'other' });
  await expect(other.transcript.getByText('other')).toHaveCount(2);
  const pane = await app.workbench.start({ folder: project, prompt: 'one' });
  await expect(pane.transcript.getByText('one')).toHaveCount(2);

  await disk.fill();
  await pane.say('two');
  await expect(pane.region).toContainText('the disk is full');

  // Behind another tab it is said above all of them.
  await app.window.keyboard.press('ControlOrMeta+Alt+1');
  await app.window.getByRole('tab', { name: 'other' }).click();
  const banner = app.window.getByText('Airlock cannot save “one”.');
  await expect(banner).toBeVisible();
  await app.window.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(pane.region).toContainText('the disk is full');
  await expect(banner).toBeHidden();

  await questions.answer('Keep running');
  await electron.evaluate(({ app }) => app.quit());
  expect(await questions.asked()).toEqual([
    'Airlock cannot save 1 session: writing to the disk fails.',
  ]);
  await expect(pane.transcript.getByText('two')).toBeVisible();

  // The last window that closes ends the app as well, or comes back.
  const opened = electron.waitForEvent('window');
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const window = await opened;
  expect(await questions.asked()).toHaveLength(2);
  const again = new Workbench(window).session('one');
  await expect(again.region).toContainText('the disk is full');
  await expect(again.transcript.getByText('two')).toBeVisible();

  // With room again it is saved, and what was held back is sent.
  await disk.free();
  // It tries by itself, too: then the button may be gone by now.
  const retry = again.region.getByRole('button', { name: 'Try again now' });
  await retry.evaluateAll(([button]) => (button as HTMLElement | undefined)?.click());
  await expect(again.transcript.getByText('two')).toHaveCount(2);
  await expect(again.region).not.toContainText('the disk is full');

  await disk.fill();
  await again.say('three');
  await expect(again.region).toContainText('the disk is full');
  await questions.answer('Quit anyway');
  const ended = electron.waitForEvent('close');
  await electron.evaluate(({ app }) => app.quit());
  await ended;

  const later = await launch({ userData: app.userData });
  const kept = new Workbench(later.window).session('one').transcript;
  await expect(kept.getByText('two')).toHaveCount(2);
  await expect(kept.getByText('three')).toBeHidden();
  // Nothing is left to lose: it ends without a question, which nobody would answer here.
  await later.close();
});

/** The disk under whatever the app appends to: full when the test says so. */
async function diskOf(electron: ElectronApplication) {
  await electron.evaluate(async () => {
    const { open } = process.getBuiltinModule('node:fs/promises');
    const file = await open(process.execPath);
    const prototype = Object.getPrototypeOf(file);
    const { writev } = prototype;
    const disk = { isFull: false };
    Object.assign(globalThis, { disk });
    prototype.writev = function (...args: unknown[]) {
      if (!disk.isFull) return writev.apply(this, args);
      const error = new Error('ENOSPC: no space left on device, writev');
      return Promise.reject(Object.assign(error, { code: 'ENOSPC' }));
    };
    await file.close();
  });
  const set = (isFull: boolean) =>
    electron.evaluate(
      (_, isFull) => Object.assign(Reflect.get(globalThis, 'disk'), { isFull }),
      isFull,
    );
  return { fill: () => set(true), free: () => set(false) };
}

/** The system's question boxes, which no test can press. */
async function questionsOf(electron: ElectronApplication) {
  await electron.evaluate(({ dialog }) => {
    const questions = { asked: [] as string[], answer: '' };
    Object.assign(globalThis, { questions });
    dialog.showMessageBoxSync = (...args: unknown[]) => {
      const options = args.at(-1) as Electron.MessageBoxSyncOptions;
      questions.asked.push(options.message);
      return options.buttons?.indexOf(questions.answer) ?? -1;
    };
  });
  return {
    answer: (answer: string) =>
      electron.evaluate(
        (_, answer) => Object.assign(Reflect.get(globalThis, 'questions'), { answer }),
        answer,
      ),
    asked: (): Promise<readonly string[]> =>
      electron.evaluate(() => Reflect.get(globalThis, 'questions').asked),
  };
}
