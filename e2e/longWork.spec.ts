import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type RunningApp, test } from './fixtures';
import { Workbench } from './pages/workbench';

const words = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ');

/** More than is written to a file at once. */
const book = [
  ...Array.from({ length: 8 }, (_, index) => ({
    say: { messageId: `chapter-${index}`, text: `tulips ${words}` },
  })),
  { say: { messageId: 'end', text: 'The end.' } },
];

/** Files that are made piece by piece get their first piece, and no other until the disk is let go. */
function holdDisk({ electron }: RunningApp): Promise<void> {
  return electron.evaluate(async () => {
    const { open } = process.getBuiltinModule('node:fs/promises');
    const file = await open(process.execPath, 'r');
    await file.close();
    const files = Object.getPrototypeOf(file) as typeof file;
    const { writeFile } = files;
    const held = Promise.withResolvers<void>();
    files.writeFile = async function (this: typeof file, data, options) {
      if (typeof data === 'string' || !(Symbol.asyncIterator in data)) {
        return writeFile.call(this, data, options);
      }
      const pieces = data as AsyncIterable<string>;
      const slowly = async function* () {
        for await (const piece of pieces) {
          yield piece;
          await held.promise;
        }
      };
      return writeFile.call(this, slowly(), options);
    };
    Object.assign(globalThis, { letGo: () => held.resolve() });
  });
}

function letGo({ electron }: RunningApp): Promise<void> {
  return electron.evaluate(() => (globalThis as unknown as { letGo(): void }).letGo());
}

/** Threads that start from now on wait for a file before they open a log. */
function holdLogs({ electron }: RunningApp, folder: string, gate: string): Promise<void> {
  const program = join(folder, 'hold.cjs');
  writeFileSync(
    program,
    `const { existsSync, promises } = require('node:fs');
const { open } = promises;
promises.open = async (path, ...rest) => {
  while (String(path).endsWith('log.ndjson') && !existsSync(${JSON.stringify(gate)})) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return open(path, ...rest);
};
require('node:module').syncBuiltinESMExports();
import(process.argv[2]);
`,
  );
  return electron.evaluate((_, path) => {
    const threads = process.getBuiltinModule('node:worker_threads');
    const { pathToFileURL } = process.getBuiltinModule('node:url');
    const { Worker } = threads;
    threads.Worker = class extends Worker {
      constructor(file: string | URL, options?: ConstructorParameters<typeof Worker>[1]) {
        super(path, { ...options, argv: [String(pathToFileURL(String(file)))] });
      }
    };
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
  }, program);
}

test('an export and the search index show how far they are, and can be cancelled', async ({
  open,
  launch,
  script,
  project,
  folder,
}) => {
  // It starts the app twice.
  test.slow();
  const first = await open({ Alpha: script({ turns: [book] }) });
  const { workbench, window, electron } = first;
  for (const prompt of ['write a book', 'write another']) {
    const pane = await workbench.start({ folder: project, prompt });
    await expect(pane.transcript.getByText('The end.')).toBeVisible();
    await expect(pane.stop).toBeHidden();
  }

  const target = join(folder, 'book.md');
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, target);
  await holdDisk(first);
  await workbench.list.pick('write a book', 'Export as Markdown…');
  const strip = window.getByRole('region', { name: 'Work in progress' });
  const exporting = strip.getByRole('group', { name: 'Exporting “write a book”' });
  await expect(exporting).toContainText(/Writing the transcript: \d+ of \d+/);
  await exporting.getByRole('button', { name: 'Cancel: Exporting “write a book”' }).click();
  await letGo(first);
  await expect(strip).toBeHidden();
  expect(existsSync(target)).toBe(false);
  await workbench.list.pick('write a book', 'Export as Markdown…');
  await expect(window.getByText('Session exported')).toBeVisible();
  expect(existsSync(target)).toBe(true);
  await first.close();

  for (const end of ['', '-wal', '-shm']) {
    rmSync(join(first.userData, 'data', `search.sqlite${end}`), { force: true });
  }
  const gate = join(folder, 'logs');
  const later = await launch({ userData: first.userData });
  await holdLogs(later, folder, gate);
  const list = new Workbench(later.window).list;
  await list.search.fill('tulips');
  const indexing = later.window.getByRole('group', { name: 'Building the search index' });
  await expect(indexing).toContainText('Reading transcripts: 0 of 2');
  await indexing.getByRole('button', { name: 'Cancel: Building the search index' }).click();
  await expect(indexing).toBeHidden();
  writeFileSync(gate, '');
  await list.navigation.getByRole('button', { name: 'Index the rest' }).click();
  const found = list.navigation.getByRole('region', { name: 'Found in transcripts' });
  await expect(found.getByRole('button').first()).toContainText('tulips');
  await expect(list.navigation.getByRole('button', { name: 'Index the rest' })).toBeHidden();
});
