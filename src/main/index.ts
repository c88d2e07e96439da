import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, ipcMain, nativeTheme, shell } from 'electron';
import type { SessionId } from '#shared/ids';
import { isAtWork } from '#shared/session/summary';
import type { Settings } from '#shared/settings';
import { readBuildFacts } from './app/buildFacts';
import { migrateData } from './app/data/dataVersion';
import { parseLaunchArguments } from './app/launchArguments';
import { installMenu } from './app/menu/menu';
import { PendingCommands } from './app/menu/pendingCommands';
import { checkExternalLink } from './app/open/externalLinks';
import { pathsIn } from './app/paths';
import { Quitting } from './app/quitting';
import { SettingsStore } from './app/settings/settings';
import { writeSettingsSchema } from './app/settings/settingsJsonSchema';
import { Shutdown } from './app/shutdown';
import { startUpdates } from './app/update/startUpdates';
import { offerAnotherFolder, userDataFolder, whyNotUsable } from './app/userDataFolder';
import { isAppUrl } from './app/window/appOrigin';
import { confirmLoss, confirmQuit } from './app/window/confirmQuit';
import { denyPermissions, lockDown } from './app/window/lockdown';
import { declareAppScheme, serveApp } from './app/window/protocol';
import {
  type OpenedWindow,
  openWindow,
  preloadPath,
  recoverFromCrashes,
} from './app/window/window';
import { type WindowState, WindowStateFile } from './app/window/windowState';
import { FileProblems } from './base/files/fileProblems';
import { createFileLogger } from './base/log/logger';
import { onUnexpectedError, setUnexpectedErrorHandler } from './base/unexpected';
import { createAppHandlers } from './ipc/appHandlers';
import { Broadcast } from './ipc/broadcast';
import { engineHandlers, registerRequests, type Sender } from './ipc/register';
import type { SessionServices } from './ipc/requests/sessionRequests';
import { createUpdateHandlers } from './ipc/requests/updateRequests';
import { startSessions } from './startSessions';

const outFolder = dirname(dirname(fileURLToPath(import.meta.url)));

const userData = app.commandLine.getSwitchValue('user-data-dir');
// The path that was typed may be relative to the folder where the user was.
if (userData) app.setPath('userData', resolve(userData));

// Checked before the lock, which could not be created in such a folder either.
const problem = whyNotUsable(userDataFolder());
if (problem !== null) void offerAnotherFolder(problem);
else if (app.requestSingleInstanceLock({ workingDirectory: process.cwd() })) void start();
else app.quit();

async function start(): Promise<void> {
  declareAppScheme();
  // With the sandbox switched off for root, requesting it would kill every renderer.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  const paths = pathsIn(app.getPath('userData'));
  const logger = createFileLogger(paths.logs);
  setUnexpectedErrorHandler((error) => logger.error('unexpected error', { error }));
  process.on('uncaughtException', onUnexpectedError);
  process.on('unhandledRejection', onUnexpectedError);
  process.on('warning', (warning) => logger.warn('warning', { warning }));
  lockDown(logger, (address) => {
    const link = checkExternalLink(address);
    if (link.ok) void shell.openExternal(link.value).catch(onUnexpectedError);
  });

  const build = readBuildFacts(app.getAppPath(), app.isPackaged);
  const broadcast = new Broadcast();
  const files = new FileProblems(logger, () => broadcast.send('storage.changed', null));
  const stateFile = new WindowStateFile(paths.windowState, files.report);
  const pendingCommands = new PendingCommands((command) => broadcast.send('app.command', command));
  const shutdown = new Shutdown();
  await migrateData(app.getPath('userData'), app.getVersion());
  const [settings, windowState] = await Promise.all([
    SettingsStore.open(paths.settings, logger),
    stateFile.read(),
    app.whenReady(),
  ]);
  shutdown.before(() => logger.flush());
  shutdown.before(async () => settings.dispose());
  // Without the schema editors cannot complete settings, but nothing else is lost.
  writeSettingsSchema(paths.settings).catch((error: unknown) =>
    logger.warn('the schema of settings.json could not be written', { error }),
  );

  denyPermissions();
  // I1: used only in builds by `npm run dev`. Other builds may inherit the variable from a terminal
  // in such an app.
  const developmentServer = import.meta.env.DEV ? process.env.ELECTRON_RENDERER_URL : undefined;
  serveApp(join(outFolder, 'renderer'), developmentServer);
  applyTheme(settings.value.theme);
  settings.onDidChange(() => {
    applyTheme(settings.value.theme);
    showMenu();
    broadcast.send('settings.changed', { settings: settings.value, problems: settings.problems });
  });
  const sessions = Promise.withResolvers<SessionServices>();
  let host: SessionServices['host'] | undefined;
  let isReopening = false;
  const quitting = new Quitting({
    // Sessions that cannot be saved have a separate, more important question.
    atWork: () =>
      host === undefined || host.unsaved.size > 0 ? 0 : host.list().filter(isAtWork).length,
    ask: confirmQuit,
    settled: async () => host?.drain(),
    quit: () => app.quit(),
    onDidChange: (isWaiting) => {
      broadcast.send('app.quitsWhenIdleChanged', { isWaiting });
      if (!isWaiting) updates.quitWaitEnded();
    },
  });
  // Comes first, because its process starts while the rest is prepared here.
  const { drawn } = showWindow(windowState);
  const updates = startUpdates({
    build,
    paths,
    onProblem: files.report,
    quitting,
    setting: () => settings.value.updates,
  });
  updates.onDidChange((state) => broadcast.send('updates.changed', state));
  shutdown.atLast(() => updates.finish());
  registerRequests({
    port: ipcMain,
    handlers: {
      ...createAppHandlers({ settings, paths, pendingCommands, broadcast, quitting, build }),
      ...createUpdateHandlers(updates),
      ...engineHandlers(sessions.promise),
    },
    isTrusted,
  });
  showMenu();
  void sessions.promise.then((services) => {
    host = services.host;
    host.onDidChangeSummary(() => quitting.update());
    host.onDidRemove(() => quitting.update());
  }, onUnexpectedError);

  openFolder(process.argv, process.cwd());
  app.on('second-instance', (_event, argv, workingDirectory) => {
    focusWindow();
    // The window may show sessions of other projects, so the dialog names the opened folder.
    if (openFolder(argv, workingDirectory)) pendingCommands.push({ name: 'newSession' });
  });
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) reopenWindow();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('before-quit', (event) => {
    if (mayEnd()) return;
    event.preventDefault();
    // The Dock and a logout quit only through this event; on other systems users quit through the
    // menu or the window.
    if (process.platform === 'darwin' && !quitting.mayQuit()) return;
    const unsaved = host?.unsaved.size ?? 0;
    if (unsaved > 0 && !confirmLoss(unsaved)) {
      quitting.answer('cancel');
      updates.keepRunning();
      if (BrowserWindow.getAllWindows().length === 0) reopenWindow();
      return;
    }
    updates.dispose();
    void shutdown.run().then(() => app.quit());
  });

  // The page comes from this process, so slow work here waits until it is drawn.
  await drawn;
  sessions.resolve(
    startSessions({ settings, paths, files, logger, broadcast, shutdown, showSession }),
  );
  updates.start();

  /** On macOS and Windows, the installer of an update ends the app itself. */
  function mayEnd(): boolean {
    return shutdown.done || updates.endsApp;
  }

  function showMenu(): void {
    installMenu({
      keys: settings.value.keybindings,
      send: (command) => pendingCommands.push(command),
      quit: () => {
        if (quitting.mayQuit()) app.quit();
      },
    });
  }

  function showSession(sessionId: SessionId): void {
    focusWindow();
    pendingCommands.push({ name: 'showSession', sessionId });
  }

  /** Opens the folder, if any; false if the new-session dialog shows it, or if there is none. */
  function openFolder(argv: readonly string[], workingDirectory: string): boolean {
    const { folder, newSession } = parseLaunchArguments(argv, app.isPackaged, workingDirectory);
    if (folder !== undefined) pendingCommands.push({ name: 'openFolder', folder });
    if (newSession) pendingCommands.push({ name: 'newSession' });
    return folder !== undefined && !newSession;
  }

  /** I1: opens the window once, even if requested again while its last position is read. */
  function reopenWindow(): void {
    if (isReopening) return;
    isReopening = true;
    const opened = stateFile.read().then(showWindow).catch(onUnexpectedError);
    void opened.finally(() => {
      isReopening = false;
    });
  }

  /** Called when the window has closed or reloads: its requests are no longer answered. */
  function forgetWindow(windowId: number): void {
    void sessions.promise.then(({ subscriptions, inspector }) => {
      subscriptions.clear(windowId);
      inspector.close(windowId);
    });
  }

  function showWindow(state: WindowState): OpenedWindow {
    const opened = openWindow({
      state,
      stateFile,
      preload: preloadPath(outFolder),
      dark: nativeTheme.shouldUseDarkColors,
    });
    const { window, saveState } = opened;
    shutdown.before(saveState);
    const windowId = window.webContents.id;
    const attachment = broadcast.attach(window.webContents);
    window.webContents.on('did-start-navigation', (details) => {
      if (!details.isMainFrame || details.isSameDocument) return;
      pendingCommands.hold();
      broadcast.restart(windowId);
      forgetWindow(windowId);
    });
    recoverFromCrashes(window, logger);
    window.on('close', (event) => {
      // On macOS the app, and with it the agents, outlives its window.
      if (process.platform === 'darwin' || mayEnd()) return;
      if (!quitting.mayQuit()) event.preventDefault();
    });
    window.on('closed', () => {
      forgetWindow(windowId);
      attachment.dispose();
      pendingCommands.hold();
    });
    const screenshot = process.env.AIRLOCK_SCREENSHOT;
    if (screenshot) {
      window.once('show', () => {
        setTimeout(() => void writeScreenshot(window, screenshot).catch(onUnexpectedError), 1_000);
      });
    }
    return opened;
  }
}

function focusWindow(): void {
  const window = BrowserWindow.getAllWindows()[0];
  if (window === undefined) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

/** I2: only the top frame of one of our own windows, showing our own page, may ask for anything. */
function isTrusted({ sender, senderFrame }: Sender): boolean {
  return (
    senderFrame !== null &&
    senderFrame.parent === null &&
    isAppUrl(senderFrame.url) &&
    BrowserWindow.getAllWindows().some((window) => window.webContents.id === sender.id)
  );
}

/** Applies the theme by telling Chromium: the page follows `prefers-color-scheme`. */
function applyTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme === 'high-contrast' ? 'dark' : theme;
}

/** On a computer without a display, `npm start` shows its window as a screenshot. */
async function writeScreenshot(window: BrowserWindow, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const image = await window.webContents.capturePage();
  await writeFile(path, image.toPNG());
  process.stdout.write(`screenshot: ${path}\n`);
}
