import type { Command } from '../commands/command';
import { type PaneActions, panesStore, TILE_COUNTS, withPanes } from '../state/panes';
import { goToSession } from '../state/reveal';

/** Everything that can be done with panes. */
export const paneCommands: readonly Command[] = [
  {
    id: 'pane.splitRight',
    title: 'Split pane right',
    group: 'Panes',
    key: 'Mod+\\',
    keywords: 'side by side column vertical',
    enabled: hasPanes,
    run: () => act((panes) => panes.split('right')),
  },
  {
    id: 'pane.splitDown',
    title: 'Split pane down',
    group: 'Panes',
    key: 'Mod+Shift+\\',
    keywords: 'row horizontal below',
    enabled: hasPanes,
    run: () => act((panes) => panes.split('below')),
  },
  {
    id: 'pane.zoom',
    title: 'Zoom pane, or show all again',
    group: 'Panes',
    key: 'Mod+Alt+Z',
    keywords: 'maximize full toggle restore',
    enabled: () => panesStore.getState().paneCount > 1,
    run: () => act((panes) => panes.toggleZoom()),
  },
  {
    id: 'pane.close',
    title: 'Close pane or tab',
    group: 'Panes',
    key: 'Mod+W',
    enabled: hasPanes,
    run: () => act((panes) => panes.closeActive()),
  },
  {
    id: 'pane.reopen',
    title: 'Reopen closed pane',
    group: 'Panes',
    key: 'Mod+Shift+T',
    keywords: 'undo close restore tab',
    enabled: () => panesStore.getState().closedCount > 0,
    run: () => act((panes) => panes.reopenClosed()),
  },
  {
    id: 'pane.next',
    title: 'Go to next pane',
    group: 'Panes',
    key: 'F6',
    keywords: 'focus switch',
    enabled: hasPanes,
    run: () => act((panes) => panes.focusPane(1)),
  },
  {
    id: 'pane.previous',
    title: 'Go to previous pane',
    group: 'Panes',
    key: 'Shift+F6',
    keywords: 'focus switch',
    enabled: hasPanes,
    run: () => act((panes) => panes.focusPane(-1)),
  },
  {
    id: 'tab.next',
    title: 'Go to next tab',
    group: 'Panes',
    key: 'Ctrl+Tab',
    keywords: 'switch session',
    enabled: hasPanes,
    run: () => act((panes) => panes.focusTab(1)),
  },
  {
    id: 'tab.previous',
    title: 'Go to previous tab',
    group: 'Panes',
    key: 'Ctrl+Shift+Tab',
    keywords: 'switch session',
    enabled: hasPanes,
    run: () => act((panes) => panes.focusTab(-1)),
  },
  {
    id: 'tab.move',
    title: 'Move tab to next pane',
    group: 'Panes',
    keywords: 'session dock',
    enabled: () => panesStore.getState().paneCount > 1,
    run: () => act((panes) => panes.moveTab()),
  },
  resizeCommand('pane.wider', 'Make pane wider', 'Right', 'width', 1),
  resizeCommand('pane.narrower', 'Make pane narrower', 'Left', 'width', -1),
  resizeCommand('pane.taller', 'Make pane taller', 'Down', 'height', 1),
  resizeCommand('pane.shorter', 'Make pane shorter', 'Up', 'height', -1),
  ...TILE_COUNTS.map(
    (count): Command => ({
      id: `panes.show${count}`,
      title: count === 1 ? 'Show 1 pane' : `Show ${count} panes`,
      group: 'Panes',
      key: `Mod+Alt+${count}`,
      keywords: 'layout grid tile arrange columns',
      run: () => act((panes) => panes.tile(count)),
    }),
  ),
];

function resizeCommand(
  id: string,
  title: string,
  arrow: 'Left' | 'Right' | 'Up' | 'Down',
  side: 'width' | 'height',
  step: 1 | -1,
): Command {
  return {
    id,
    title,
    group: 'Panes',
    key: `Mod+Alt+Shift+${arrow}`,
    keywords: 'resize size splitter',
    enabled: () => panesStore.getState().paneCount > 1,
    run: () => withPanes((panes) => panes.resize(side, step)),
  };
}

function hasPanes(): boolean {
  return panesStore.getState().paneCount > 0;
}

/** Panes that move or go take the focus with them: it goes on to the prompt that is active then. */
function act(change: (panes: PaneActions) => void): void {
  withPanes((panes) => {
    change(panes);
    const { active } = panesStore.getState();
    if (active !== null) goToSession(active);
  });
}
