import type { CSSProperties } from 'react';
import { InspectorDock } from '../features/inspector/InspectorDock';
import { TerminalDock } from '../features/terminal/TerminalDock';
import { useAppInfo } from '../state/appInfoStore';
import { useSidebar } from '../state/sidebarStore';
import { SettingsBanner } from './SettingsBanner';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar';
import { SidebarRail } from './SidebarRail';
import { UnreadableBanner } from './UnreadableBanner';
import { UnsavedBanner } from './UnsavedBanner';
import { Workbench } from './Workbench';

/** The window's frame: banner on top, sessions on the left, work on the right. */
export function Shell() {
  const { platform } = useAppInfo();
  const { width, collapsed } = useSidebar();
  return (
    <div className={styles.shell} data-platform={platform}>
      <SettingsBanner />
      <UnreadableBanner />
      <UnsavedBanner />
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
    </div>
  );
}
