import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '#shared/ipc/contract';

/** The application menu. Items that belong to the window travel to it as commands. */
export function installMenu(send: (command: AppCommand) => void): void {
  const isMac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        command('New Session', 'CmdOrCtrl+N', () => send({ name: 'newSession' })),
        command('Open Folder…', 'CmdOrCtrl+O', () => send({ name: 'openFolder' })),
        { type: 'separator' },
        command('Settings', 'CmdOrCtrl+,', () => send({ name: 'showSettings' })),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        command('Command Palette', 'CmdOrCtrl+K', () => send({ name: 'showCommandPalette' })),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        { role: 'reload' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function command(
  label: string,
  accelerator: string,
  click: () => void,
): MenuItemConstructorOptions {
  return { label, accelerator, click };
}
