import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { commands } from '#window/commands/commands';
import {
  highestInspector,
  INSPECTOR_DEFAULT_HEIGHT,
  INSPECTOR_MIN_HEIGHT,
  resizeInspector,
  useInspectorPanel,
} from '#window/state/layout/inspectorPanel';
import { Dock } from '#window/ui/layout/Dock';
import { TopSplitter } from '#window/ui/layout/TopSplitter';
import styles from './InspectorDock.module.css';
import { INSPECTOR_ID, inspectorCommands } from './inspectorCommands';

const InspectorPanel = lazy(async () => ({
  default: (await import('./InspectorPanel')).InspectorPanel,
}));

/** Shows the inspector, while it is open, below its children. */
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

function InspectorResizer() {
  const height = useInspectorPanel((panel) => panel.height);
  return (
    <TopSplitter
      label="Inspector height"
      size={height}
      min={INSPECTOR_MIN_HEIGHT}
      max={highestInspector()}
      onResize={resizeInspector}
      onReset={() => resizeInspector(INSPECTOR_DEFAULT_HEIGHT)}
    />
  );
}
