import type { MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '#shared/ipc/contract';
import type { Settings } from '#shared/settings';

type Send = (command: AppCommand) => void;
type Keys = Settings['keybindings'];
type Item = MenuItemConstructorOptions;

const separator: Item = { type: 'separator' };

/** The application menu. Whatever is not Electron's own travels to the window as a command. */
export function menuTemplate(isMac: boolean, keys: Keys, send: Send): Item[] {
  const item = (label: string, id: string, key?: string): Item => ({
    label,
    ...acceleratorOf(id, key, keys),
    click: () => send(commandOf(id)),
  });
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        item('New Session', 'session.new', 'Mod+N'),
        item('Open Folder…', 'folder.open', 'Mod+O'),
        item('Import a Session…', 'session.import'),
        separator,
        item('Export Session as Markdown…', 'session.exportMarkdown'),
        separator,
        item('Settings', 'settings.show', 'Mod+,'),
        separator,
        isMac ? { role: 'close', accelerator: 'Cmd+Shift+W' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        item('Command Palette', 'palette.show', 'Mod+K'),
        item('Sidebar', 'sidebar.toggle', 'Mod+B'),
        item('Changes', 'review.toggle', 'Mod+Shift+G'),
        item('Terminal', 'terminal.toggle', 'Ctrl+`'),
        item('Inspector', 'inspector.toggle', 'Mod+Shift+Y'),
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
        item('Go to What Waits for You', 'waiting.next', 'Mod+J'),
        item('Search Sessions', 'sessions.search', 'Mod+Shift+F'),
        separator,
        item('Send a Prompt to Several…', 'sessions.broadcast', 'Mod+Shift+B'),
        item('Stop', 'session.stop', 'Mod+.'),
        item('Stop All', 'sessions.stopAll', 'Mod+Shift+.'),
        separator,
        item('Rename', 'session.rename', 'F2'),
        item('Duplicate', 'session.duplicate'),
        item('Duplicate with Context', 'session.fork'),
        item('Continue in New Session', 'session.continue'),
        item('Log Out of Agent', 'session.logOut'),
        item('Archive', 'session.archive'),
        item('Delete…', 'session.delete'),
      ],
    },
    {
      label: '&Panes',
      submenu: [
        item('Split Right', 'pane.splitRight', 'Mod+\\'),
        item('Split Down', 'pane.splitDown', 'Mod+Shift+\\'),
        item('Zoom', 'pane.zoom', 'Mod+Alt+Z'),
        separator,
        item('Close', 'pane.close', 'Mod+W'),
        item('Reopen Closed', 'pane.reopen', 'Mod+Shift+T'),
        separator,
        item('Next', 'pane.next', 'F6'),
        item('Previous', 'pane.previous', 'Shift+F6'),
        separator,
        ...[1, 2, 4, 6, 8].map((count) =>
          item(count === 1 ? '1 Pane' : `${count} Panes`, `panes.show${count}`, `Mod+Alt+${count}`),
        ),
      ],
    },
    { role: 'windowMenu' },
  ];
}

/** Shown, but left to the page: it knows what is in focus, and its keys can be changed. */
function acceleratorOf(id: string, key: string | undefined, keys: Keys): Partial<Item> {
  const chord = Object.hasOwn(keys, id) ? keys[id] : key;
  if (!chord) return {};
  return { accelerator: chord.replace(/\bMod\b/i, 'CmdOrCtrl'), registerAccelerator: false };
}

function commandOf(id: string): AppCommand {
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
