import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { commands } from '../../commands/commands';
import { useInspectorPanel } from '../../state/inspectorPanel';
import { Dock } from '../../ui/Dock';
import styles from './InspectorDock.module.css';
import { InspectorResizer } from './InspectorResizer';
import { INSPECTOR_ID, inspectorCommands } from './inspectorCommands';

const InspectorPanel = lazy(async () => ({
  default: (await import('./InspectorPanel')).InspectorPanel,
}));

/** The inspector at the foot of what it is put around, while it is open. */
export function InspectorDock({ children }: { readonly children: ReactNode }) {
  const isOpen = useInspectorPanel((panel) => panel.isOpen);
  const height = useInspectorPanel((panel) => panel.height);
  useEffect(() => commands.register(inspectorCommands), []);
  const foot = isOpen && (
    <section id={INSPECTOR_ID} className={styles.panel} style={{ height }} aria-label="Inspector">
      <InspectorResizer />
      <Suspense fallback={null}>
        <InspectorPanel />
      </Suspense>
    </section>
  );
  return <Dock foot={foot}>{children}</Dock>;
}
