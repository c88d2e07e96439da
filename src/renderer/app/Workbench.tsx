import { lazy, Suspense, useEffect } from 'react';
import { Welcome } from '../features/welcome/Welcome';
import { usePanes } from '../state/panes';
import { useSessions } from '../state/sessionsStore';
import styles from './Workbench.module.css';

const load = () => import('./SessionPanes');
const SessionPanes = lazy(async () => ({ default: (await load()).SessionPanes }));

/** The work area: panes of sessions, or the welcome screen while there are none. */
export function Workbench() {
  const isWanted = usePanes((panes) => panes.isWanted);
  const paneCount = usePanes((panes) => panes.paneCount);
  const isReady = usePanes((panes) => panes.isReady);
  // Which of the panes from last time can be shown is known with the list of sessions.
  const isLoaded = useSessions() !== null;
  // The first session is not to wait for the code that shows it.
  useEffect(() => {
    const handle = requestIdleCallback(() => void load());
    return () => cancelIdleCallback(handle);
  }, []);
  return (
    <div className={styles.workbench}>
      {isWanted && isLoaded && (
        <div className={styles.panes} inert={paneCount === 0}>
          <Suspense fallback={null}>
            <SessionPanes />
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
