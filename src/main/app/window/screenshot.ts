import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BrowserWindow } from 'electron';

/** On a machine without a display, `npm start` shows its window as a screenshot. */
export async function writeScreenshot(window: BrowserWindow, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const image = await window.webContents.capturePage();
  await writeFile(path, image.toPNG());
  process.stdout.write(`screenshot: ${path}\n`);
}
