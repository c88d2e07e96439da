import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileProblems } from '#main/base/files/fileProblems';
import { MemoryLogger } from '#test/support/memoryLogger';
import { fitToDisplays, WindowStateFile } from './windowState';

const display = { x: 0, y: 0, width: 1280, height: 800 };
const state = { position: { x: 10, y: 20 }, width: 1000, height: 700, maximized: true };

describe('window state', () => {
  it('is restored as it was saved, and as the default when it is lost or damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'airlock-window-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'window.json');
    const problems = new FileProblems(new MemoryLogger());
    const open = () => new WindowStateFile(path, problems.report);
    expect(await open().read()).toMatchObject({ position: null, maximized: false });
    await open().save(state);
    expect(await open().read()).toEqual(state);
    await writeFile(path, '{"width":"wide"');
    expect(await open().read()).toMatchObject({ position: null });
    await open().save(state);
    expect(await open().read()).toEqual(state);
    expect(await readFile(problems.list()[0]?.aside ?? '', 'utf8')).toBe('{"width":"wide"');
  });

  it('is not written again while it is the same: the program may end while it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'airlock-window-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'window.json');
    const file = new WindowStateFile(path, new FileProblems(new MemoryLogger()).report);
    await file.save(state);
    const { ino } = await stat(path);
    await file.save({ ...state });
    expect((await stat(path)).ino).toBe(ino);
    await file.save({ ...state, width: 1100 });
    expect(await file.read()).toMatchObject({ width: 1100 });
  });

  it('keeps a position that is visible on a display', () => {
    expect(fitToDisplays(state, [display])).toEqual(state);
  });

  it('drops a position on a missing display, and fits the size to the remaining one', () => {
    const away = { ...state, position: { x: 5000, y: 0 }, width: 3000, height: 2000 };
    expect(fitToDisplays(away, [display])).toEqual({
      position: null,
      width: 1280,
      height: 800,
      maximized: true,
    });
  });
});
