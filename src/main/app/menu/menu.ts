import { Menu, type MenuItemConstructorOptions } from 'electron';
import { onUnexpectedError } from '#main/base/unexpected';
import { type AppCommandId, commandFacts } from '#shared/commands/commandTable';
import type { AppCommand } from '#shared/ipc/contract';
import type { Settings } from '#shared/settings';
import { acceleratorOf } from './accelerator';

type Send = (command: AppCommand) => void;
type Keys = Settings['keybindings'];
type Item = MenuItemConstructorOptions;

const separator: Item = { type: 'separator' };

interface MenuOptions {
  readonly keys: Keys;
  readonly send: Send;
  /** Quits, after asking if agents are working. */
  quit(): void;
}

/**
 * Shows the menu with the current keys. A chord that Electron cannot read must not remove the menu.
 */
export function installMenu(options: MenuOptions): void {
  const isMac = process.platform === 'darwin';
  try {
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(isMac, options)));
  } catch (error) {
    onUnexpectedError(error);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(isMac, { ...options, keys: {} })));
  }
}

/**
 * The application menu. Everything that is not Electron's own is sent to the window as a command.
 */
function menuTemplate(isMac: boolean, { keys, send, quit }: MenuOptions): Item[] {
  const quitItem: Item = {
    label: isMac ? 'Quit Airlock' : 'Quit',
    accelerator: 'CmdOrCtrl+Q',
    click: quit,
  };
  const item = (id: AppCommandId): Item => ({
    label: commandFacts(id).title,
    ...shortcutOf(id, keys, isMac),
    click: () => send(commandOf(id)),
  });
  return [
    ...(isMac ? [appMenu(quitItem, item('updates.check'))] : []),
    {
      label: '&File',
      submenu: [
        item('session.new'),
        item('folder.open'),
        item('session.import'),
        separator,
        item('session.exportMarkdown'),
        separator,
        item('settings.show'),
        separator,
        isMac ? { role: 'close', accelerator: 'Cmd+Shift+W' } : quitItem,
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        item('palette.show'),
        item('sidebar.toggle'),
        item('review.toggle'),
        item('terminal.toggle'),
        item('inspector.toggle'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        { role: 'reload' },
        { role: 'toggleDevTools' },
      ],
    },
    {
      label: '&Session',
      submenu: [
        item('waiting.next'),
        item('review.nextSession'),
        item('sessions.search'),
        separator,
        item('sessions.broadcast'),
        item('session.stop'),
        item('sessions.stopAll'),
        separator,
        item('session.rename'),
        item('session.duplicate'),
        item('session.fork'),
        item('session.continue'),
        item('session.logOut'),
        item('session.archive'),
        item('session.delete'),
      ],
    },
    {
      label: '&Panes',
      submenu: [
        item('pane.splitRight'),
        item('pane.splitDown'),
        item('pane.zoom'),
        item('set.show'),
        separator,
        item('pane.close'),
        item('set.close'),
        item('pane.reopen'),
        separator,
        item('pane.next'),
        item('pane.previous'),
        separator,
        item('panes.show1'),
        item('panes.show2'),
        item('panes.show4'),
        item('panes.show6'),
        item('panes.show8'),
      ],
    },
    { role: 'windowMenu' },
  ];
}

/** Electron's own app menu on macOS, except for quitting. */
function appMenu(quitItem: Item, updatesItem: Item): Item {
  return {
    label: 'Airlock',
    submenu: [
      { role: 'about' },
      updatesItem,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      quitItem,
    ],
  };
}

/**
 * The shortcut is only shown: the page handles it, because it knows what is in focus and its keys
 * can be changed.
 */
function shortcutOf(id: AppCommandId, keys: Keys, isMac: boolean): Partial<Item> {
  const accelerator = acceleratorOf(id, keys, isMac);
  return accelerator === undefined ? {} : { accelerator, registerAccelerator: false };
}

function commandOf(id: AppCommandId): AppCommand {
  switch (id) {
    case 'session.new':
      return { name: 'newSession' };
    case 'folder.open':
      return { name: 'openFolder' };
    case 'settings.show':
      return { name: 'showSettings' };
    case 'palette.show':
      return { name: 'showCommandPalette' };
    default:
      return { name: 'runCommand', id };
  }
}
