import { join } from 'node:path';
import { BrowserWindow, dialog, screen } from 'electron';
import type { Logger } from '#main/base/log/logger';
import { onUnexpectedError } from '#main/base/unexpected';
import { APP_URL } from './appOrigin';
import { mayReload } from './reloadPolicy';
import { fitToDisplays, type WindowState, type WindowStateFile } from './windowState';

export interface WindowOptions {
  /** The window's last position, and the file that keeps it. */
  readonly state: WindowState;
  readonly stateFile: WindowStateFile;
  readonly preload: string;
  readonly dark: boolean;
}

export interface OpenedWindow {
  readonly window: BrowserWindow;
  /** Settles when the first frame is drawn, or when there will be none. */
  readonly drawn: Promise<void>;
  /** Settles when the window's current or last position and size are on disk. */
  saveState(): Promise<void>;
}

/** Dragging a window fires hundreds of events; only the last one within this time is saved. */
const SAVE_DELAY_MILLISECONDS = 500;

/**
 * Opens the app's only window. It is shown when its first frame is drawn, so that it never flashes.
 */
export function openWindow(options: WindowOptions): OpenedWindow {
  const displays = screen.getAllDisplays().map((display) => display.workArea);
  const { position, width, height, maximized } = fitToDisplays(options.state, displays);
  const window = new BrowserWindow({
    ...position,
    width,
    height,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Airlock',
    backgroundColor: options.dark ? '#16181d' : '#f6f7f9',
    titleBarStyle: process.platform === 'darwin' ? 'hiddenInset' : 'default',
    autoHideMenuBar: true,
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (maximized) window.maximize();
  const saveState = rememberState(window, options.stateFile);
  const drawn = new Promise<void>((resolve) => {
    window.once('ready-to-show', () => {
      window.show();
      resolve();
    });
    window.once('closed', resolve);
    window.loadURL(APP_URL).catch((error: unknown) => {
      onUnexpectedError(error);
      resolve();
    });
  });
  return { window, drawn, saveState };
}

export function preloadPath(outFolder: string): string {
  return join(outFolder, 'preload', 'index.cjs');
}

function rememberState(window: BrowserWindow, stateFile: WindowStateFile): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();
  const save = () => {
    clearTimeout(timer);
    const state = currentState(window);
    saving = saving.then(() => stateFile.save(state)).catch(onUnexpectedError);
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY_MILLISECONDS);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('close', save);
  window.on('closed', () => clearTimeout(timer));
  return () => {
    if (!window.isDestroyed()) save();
    return saving;
  };
}

function currentState(window: BrowserWindow): WindowState {
  const { x, y, width, height } = window.getNormalBounds();
  return { position: { x, y }, width, height, maximized: window.isMaximized() };
}

/** Reloads a crashed window, which restores it completely because main holds all state. */
export function recoverFromCrashes(window: BrowserWindow, logger: Logger): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    logger.error('the window crashed', { reason, exitCode });
    crashes = [...crashes, Date.now()];
    // Not at once, because Electron itself crashes if a page is reloaded while it reports its end.
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
