import { lazy, Suspense } from 'react';
import { Welcome } from '../features/welcome/Welcome';
import { usePanes } from '../state/panes';
import { useSessions } from '../state/sessionsStore';
import { SessionView } from './SessionView';
import styles from './Workbench.module.css';

const PaneGrid = lazy(async () => ({
  default: (await import('../features/panes/PaneGrid')).PaneGrid,
}));

/** The work area: panes of sessions, or the welcome screen while there are none. */
export function Workbench() {
  const isWanted = usePanes((panes) => panes.isWanted);
  const paneCount = usePanes((panes) => panes.paneCount);
  const isReady = usePanes((panes) => panes.isReady);
  // Which of the panes from last time can be shown is known with the list of sessions.
  const isLoaded = useSessions() !== null;
  return (
    <div className={styles.workbench}>
      {isWanted && isLoaded && (
        <div className={styles.panes} inert={paneCount === 0}>
          <Suspense fallback={null}>
            <PaneGrid view={SessionView} />
          </Suspense>
        </div>
      )}
      {paneCount === 0 && (isReady || !isWanted) && (
        <div className={styles.welcome}>
          <Welcome />
        </div>
      )}
    </div>
  );
}
