import {
  highestInspector,
  INSPECTOR_DEFAULT_HEIGHT,
  INSPECTOR_MIN_HEIGHT,
  resizeInspector,
  useInspectorPanel,
} from '../../state/inspectorPanel';
import { Splitter } from '../../ui/Splitter';
import styles from './InspectorDock.module.css';

export function InspectorResizer() {
  const height = useInspectorPanel((panel) => panel.height);
  return (
    <Splitter
      className={styles.edge}
      label="Inspector height"
      edge="top"
      size={height}
      min={INSPECTOR_MIN_HEIGHT}
      max={highestInspector()}
      sizeAt={({ currentTarget, clientY }) => bottomOf(currentTarget.parentElement) - clientY}
      onResize={resizeInspector}
      onReset={() => resizeInspector(INSPECTOR_DEFAULT_HEIGHT)}
    />
  );
}

function bottomOf(element: HTMLElement | null): number {
  return element?.getBoundingClientRect().bottom ?? window.innerHeight;
}
