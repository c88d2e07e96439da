import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MemoryLogger } from '#test/support/memoryLogger';
import { SettingsFile } from './settingsFile';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-settings-'));
  path = join(folder, 'settings.json');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** Empties a file, reads it, and does something before it is looked at for the second time. */
async function readEmptied(meanwhile: () => Promise<void>) {
  await writeFile(path, '{}');
  const file = new SettingsFile(path, new MemoryLogger());
  onTestFinished(() => file.dispose());
  await file.read();
  await writeFile(path, '');
  // The watch sets one timer, however much it is told; the reading sets another.
  await timers(1);
  const reading = file.read();
  await timers(2);
  await meanwhile();
  vi.runAllTimers();
  return reading;
}

async function timers(count: number): Promise<void> {
  while (vi.getTimerCount() < count) await new Promise(setImmediate);
}

describe('a settings file that is emptied', () => {
  it('is read again, since a program may be about to fill it', async () => {
    const text = '{"theme": "dark"}';
    expect(await readEmptied(() => writeFile(path, text))).toEqual({ ok: true, text });
  });

  it('has no settings if it stays empty', async () => {
    expect(await readEmptied(async () => undefined)).toEqual({ ok: true, text: '' });
  });
});
