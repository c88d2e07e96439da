import type { CSSProperties } from 'react';
import { lazy, Suspense, useEffect } from 'react';
import { commands } from '#window/commands/commands';
import { InspectorDock } from '#window/features/inspector/InspectorDock';
import { TerminalDock } from '#window/features/terminal/TerminalDock';
import { Welcome } from '#window/features/welcome/Welcome';
import { useAppInfo } from '#window/state/appInfoStore';
import { usePanes } from '#window/state/layout/panes';
import { useSidebar } from '#window/state/layout/sidebarStore';
import { useSessions } from '#window/state/session/sessionsStore';
import { useSettingsProblems } from '#window/state/settingsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { WindowToastSlot } from '#window/ui/overlay/ToastSlot';
import { QuittingBanner } from './banners/QuittingBanner';
import { UnreadableBanner } from './banners/UnreadableBanner';
import { UnsavedBanner } from './banners/UnsavedBanner';
import { UpdateBanner } from './banners/UpdateBanner';
import styles from './Shell.module.css';
import { Sidebar, SidebarRail } from './Sidebar';
import { WorkStrip } from './WorkStrip';

const load = () => import('./SessionPanes');
const SessionPanes = lazy(async () => ({ default: (await load()).SessionPanes }));

/** The work area: panes of sessions, or the welcome screen while there are none. */
function Workbench() {
  const isWanted = usePanes((panes) => panes.isWanted);
  const paneCount = usePanes((panes) => panes.paneCount);
  const isReady = usePanes((panes) => panes.isReady);
  // The list of sessions decides which of the last panes can be restored.
  const isLoaded = useSessions() !== null;
  // Loads the code early, so that the first session need not wait for it.
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

/** The window's frame: banner on top, sessions on the left, work on the right. */
export function Shell() {
  const { platform } = useAppInfo();
  const { width, collapsed } = useSidebar();
  return (
    <div className={styles.shell} data-platform={platform}>
      <SettingsBanner />
      <UnreadableBanner />
      <UnsavedBanner />
      <QuittingBanner />
      <UpdateBanner />
      <div
        className={styles.columns}
        data-collapsed={collapsed || undefined}
        style={{ '--sidebar-width': `${width}px` } as CSSProperties}
      >
        {collapsed ? <SidebarRail /> : <Sidebar />}
        <main className={styles.main}>
          <TerminalDock>
            <InspectorDock>
              <Workbench />
            </InspectorDock>
          </TerminalDock>
        </main>
      </div>
      {collapsed && (
        <>
          <WorkStrip />
          <WindowToastSlot />
        </>
      )}
    </div>
  );
}

/** Says that settings.json is broken, until it is repaired. */
function SettingsBanner() {
  const problems = useSettingsProblems();
  const [first, ...others] = problems;
  if (first === undefined) return null;
  return (
    <header>
      <Banner
        tone="danger"
        shape="strip"
        actions={
          <Button size="small" onClick={() => commands.run('settings.openFile')}>
            Open settings file
          </Button>
        }
      >
        <strong>settings.json</strong>, line {first.line}, column {first.column}: {first.message}
        {others.length > 0 && ` (and ${others.length} more)`}
        {first.path === undefined &&
          '. Until this is fixed, the last valid settings since the app started are used, or the defaults.'}
      </Banner>
    </header>
  );
}
