import { type BrowserWindow, dialog } from 'electron';
import type { Logger } from '#main/base/log/logger';
import { onUnexpectedError } from '#main/base/unexpected';
import { mayReload } from './reloadPolicy';

/** Main holds all state, so a reload restores a crashed window completely. */
export function recoverFromCrashes(window: BrowserWindow, logger: Logger): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    logger.error('the window crashed', { reason, exitCode });
    crashes = [...crashes, Date.now()];
    // Not at once: Electron itself crashes when a page is reloaded while it reports its end.
    if (mayReload(crashes, Date.now())) setImmediate(() => window.webContents.reload());
    else void askUser(window).catch(onUnexpectedError);
  });
  window.on('unresponsive', () => logger.warn('the window does not respond'));
}

async function askUser(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window keeps crashing.',
    detail: 'Your sessions are safe and their agents continue. See the log for details.',
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 0) window.webContents.reload();
  else window.close();
}
