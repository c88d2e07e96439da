import { Archive, GitCompare, LayoutGrid, SquareX, Table2 } from 'lucide-react';
import type { SessionId } from '#shared/ids';
import { withPanes } from '#window/state/layout/panes';
import { goToSession } from '#window/state/layout/reveal';
import { compareSessions } from '#window/state/session/comparedSessions';
import { focusSetOnce, type SessionSet } from '#window/state/session/sessionSets';
import type { MenuItem } from '#window/ui/overlay/menuItem';
import { menuAction as action } from './menuAction';
import { archiveSessions } from './sessionActions';

/** Shows the overview of a set, and gives it the keyboard. */
export function openSet([first]: SessionSet): void {
  if (first === undefined) return;
  focusSetOnce(first);
  withPanes((panes) => panes.openSet(first));
}

/** The context menu of a set. */
export function setMenu(set: SessionSet): readonly MenuItem[] {
  const [first] = set;
  if (first === undefined) return [];
  return [
    ...setViews(set, first),
    { kind: 'separator', id: 'views' },
    action('archiveSet', 'Archive these sessions', Archive, () => archiveSessions(set)),
  ];
}

/** The ways to view a set; `id` is the session that the user is in. */
export function setViews(set: SessionSet, id: SessionId): readonly MenuItem[] {
  const count = set.length;
  const show = () => {
    withPanes((panes) => panes.showSet(set));
    goToSession(id);
  };
  return [
    action('openSet', 'Overview of the set', Table2, () => openSet(set)),
    action('set', `Show the ${count} sessions of this prompt`, LayoutGrid, show),
    action('compareSet', `Compare the ${count} sessions of this prompt…`, GitCompare, () =>
      compareSessions(set),
    ),
    action('closeSet', `Close the ${count} panes of this prompt`, SquareX, () =>
      withPanes((panes) => panes.closeSet(set)),
    ),
  ];
}
