import type { AppCommandId } from '#shared/commands/commandTable';
import { archiveSessions } from '#window/actions/sessionActions';
import { openSet } from '#window/actions/setActions';
import { type Command, command } from '#window/commands/command';
import { reportError } from '#window/diagnostics/reportError';
import {
  type PaneActions,
  panesStore,
  type TileCount,
  withPanes,
} from '#window/state/layout/panes';
import { goToSession } from '#window/state/layout/reveal';
import { compareSessions } from '#window/state/session/comparedSessions';
import { type SessionSet, setOf } from '#window/state/session/sessionSets';

/** Everything that can be done with panes. */
export const paneCommands: readonly Command[] = [
  command('pane.splitRight', {
    enabled: hasPanes,
    run: () => act((panes) => panes.split('right')),
  }),
  command('pane.splitDown', {
    enabled: hasPanes,
    run: () => act((panes) => panes.split('below')),
  }),
  command('pane.zoom', {
    enabled: () => panesStore.getState().paneCount > 1,
    run: () => act((panes) => panes.toggleZoom()),
  }),
  command('set.open', {
    enabled: () => activeSet().length > 0,
    run: () => openSet(activeSet()),
  }),
  command('set.discard', {
    enabled: () => activeSet().length > 0,
    run: () => void archiveSessions(activeSet()).catch(reportError),
  }),
  command('set.show', {
    enabled: () => activeSet().length > 0 || panesStore.getState().hasAside,
    run: () => act(toggleSet),
  }),
  command('set.compare', {
    enabled: () => activeSet().length > 0,
    run: () => compareSessions(activeSet()),
  }),
  command('set.close', {
    enabled: () => activeSet().length > 0,
    run: () => act((panes) => panes.closeSet(activeSet())),
  }),
  command('pane.close', {
    enabled: hasPanes,
    run: () => act((panes) => panes.closeActive()),
  }),
  command('pane.reopen', {
    enabled: () => panesStore.getState().closedCount > 0,
    run: () => act((panes) => panes.reopenClosed()),
  }),
  command('pane.next', {
    enabled: hasPanes,
    run: () => act((panes) => panes.focusPane(1)),
  }),
  command('pane.previous', {
    enabled: hasPanes,
    run: () => act((panes) => panes.focusPane(-1)),
  }),
  command('tab.next', {
    enabled: hasPanes,
    run: () => act((panes) => panes.focusTab(1)),
  }),
  command('tab.previous', {
    enabled: hasPanes,
    run: () => act((panes) => panes.focusTab(-1)),
  }),
  command('tab.move', {
    enabled: () => panesStore.getState().paneCount > 1,
    run: () => act((panes) => panes.moveTab()),
  }),
  resizeCommand('pane.wider', 'width', 1),
  resizeCommand('pane.narrower', 'width', -1),
  resizeCommand('pane.taller', 'height', 1),
  resizeCommand('pane.shorter', 'height', -1),
  tileCommand('panes.show1', 1),
  tileCommand('panes.show2', 2),
  tileCommand('panes.show4', 4),
  tileCommand('panes.show6', 6),
  tileCommand('panes.show8', 8),
];

function resizeCommand(id: AppCommandId, side: 'width' | 'height', step: 1 | -1): Command {
  return command(id, {
    enabled: () => panesStore.getState().paneCount > 1,
    run: () => withPanes((panes) => panes.resize(side, step)),
  });
}

function tileCommand(id: AppCommandId, count: TileCount): Command {
  return command(id, { run: () => act((panes) => panes.tile(count)) });
}

function activeSet(): SessionSet {
  const { active, activeSet: shown } = panesStore.getState();
  const id = active ?? shown;
  return id === null ? [] : setOf(id);
}

/** Returns to all panes if a set fills the window or if there is no set. */
function toggleSet(panes: PaneActions): void {
  const set = activeSet();
  const { open, hasAside } = panesStore.getState();
  const isAlone = open.every((id) => set.includes(id));
  if (hasAside && (isAlone || set.length === 0)) panes.showAside();
  else if (set.length > 0) panes.showSet(set);
}

function hasPanes(): boolean {
  return panesStore.getState().paneCount > 0;
}

/** A pane that moves or closes loses the focus: it goes to the active prompt. */
function act(change: (panes: PaneActions) => void): void {
  withPanes((panes) => {
    change(panes);
    const { active } = panesStore.getState();
    if (active !== null) goToSession(active);
  });
}
