import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pty } from '#main/ptyHost/pty';
import { TemporaryFolder } from '#test/support/temporaryFolder';

// Shows I11.

const RUNS = process.env.AIRLOCK_LONG_TESTS ? 1_000 : 64;
/** Most of a run is waiting for node-pty to let go. */
const AT_ONCE = 32;
/** Longer than node-pty waits between a program's end and letting go of its output. */
const PAUSE_MILLISECONDS = 400;
/** Near enough to the end that the program can finish while nobody reads. */
const PAUSED_BEFORE_END = 3_000;

const folder = new TemporaryFolder();
const sizes = { '3 KB': 3_000, '40 KB': 40_000, '1 MB': 1_000_000 };

beforeAll(() => {
  for (const [name, size] of Object.entries(sizes)) folder.write(name, textOf(size));
});
afterAll(() => folder.dispose());

describe.skipIf(process.platform === 'win32')('a program that ends right after its output', () => {
  for (const [name, size] of Object.entries(sizes)) {
    for (const mode of ['read at once', 'paused near the end'] as const) {
      it(`loses nothing of ${name}, ${mode}, in ${RUNS} runs`, async () => {
        const expected = hashOf(textOf(size));
        let left = RUNS;
        const differing: number[] = [];
        const worker = async () => {
          while (left-- > 0) {
            const text = await outputOf(folder.join(name), mode === 'read at once' ? null : size);
            if (hashOf(text) !== expected) differing.push(text.length - textOf(size).length);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
        expect(differing).toEqual([]);
      });
    }
  }
});

/** Characters of one to four bytes, so that reads cut through them; no line feed is translated. */
function textOf(size: number): string {
  return 'line ä € 🚀 '
    .repeat(Math.ceil(size / 17))
    .slice(0, size - 1)
    .concat('.');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function outputOf(file: string, pausedNear: number | null): Promise<string> {
  const pty = new Pty(
    {
      file: '/bin/cat',
      args: [file],
      cwd: '/',
      env: { TERM: 'xterm-256color', PATH: '/usr/bin:/bin' },
    },
    { columns: 80, rows: 24 },
  );
  let text = '';
  let isPaused = false;
  pty.onDidWrite((data) => {
    text += data;
    if (pausedNear === null || isPaused || text.length < pausedNear - PAUSED_BEFORE_END) return;
    isPaused = true;
    pty.pause();
    setTimeout(() => pty.resume(), PAUSE_MILLISECONDS);
  });
  return new Promise((resolve) => {
    pty.onDidEnd(() => {
      pty.dispose();
      resolve(text);
    });
  });
}
