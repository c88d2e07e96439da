import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fitToDisplays, readWindowState, saveWindowState } from './windowState';

const display = { x: 0, y: 0, width: 1280, height: 800 };
const state = { position: { x: 10, y: 20 }, width: 1000, height: 700, maximized: true };

describe('window state', () => {
  it('comes back as it was saved, and as the default when it is lost or damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'airlock-window-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'window.json');
    expect(await readWindowState(path)).toMatchObject({ position: null, maximized: false });
    await saveWindowState(path, state);
    expect(await readWindowState(path)).toEqual(state);
    await writeFile(path, '{"width":"wide"');
    expect(await readWindowState(path)).toMatchObject({ position: null });
  });

  it('keeps a position that a display shows', () => {
    expect(fitToDisplays(state, [display])).toEqual(state);
  });

  it('drops a position on a display that is gone, and fits the size to what is there', () => {
    const away = { ...state, position: { x: 5000, y: 0 }, width: 3000, height: 2000 };
    expect(fitToDisplays(away, [display])).toEqual({
      position: null,
      width: 1280,
      height: 800,
      maximized: true,
    });
  });
});
