import { Menu } from 'electron';
import { onUnexpectedError } from '#main/base/unexpected';
import { type MenuOptions, menuTemplate } from './menuTemplate';

/** Shows the menu with the keys that hold now. A chord that Electron cannot read must not take it away. */
export function installMenu(options: MenuOptions): void {
  const isMac = process.platform === 'darwin';
  try {
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(isMac, options)));
  } catch (error) {
    onUnexpectedError(error);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(isMac, { ...options, keys: {} })));
  }
}
