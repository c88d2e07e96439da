import { Menu } from 'electron';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AppCommand } from '#shared/ipc/contract';
import type { Settings } from '#shared/settings';
import { menuTemplate } from './menuTemplate';

/** Shows the menu with the keys that hold now. A chord that Electron cannot read must not take it away. */
export function installMenu(
  keys: Settings['keybindings'],
  send: (command: AppCommand) => void,
): void {
  const isMac = process.platform === 'darwin';
  try {
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(isMac, keys, send)));
  } catch (error) {
    onUnexpectedError(error);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(isMac, {}, send)));
  }
}
