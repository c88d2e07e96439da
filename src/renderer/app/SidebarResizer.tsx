import {
  resizeSidebar,
  SIDEBAR_DEFAULT_WIDTH,
  SIDEBAR_MAX_WIDTH,
  SIDEBAR_MIN_WIDTH,
  useSidebar,
} from '../state/sidebarStore';
import { Splitter } from '../ui/Splitter';
import styles from './SidebarResizer.module.css';

export function SidebarResizer() {
  const { width } = useSidebar();
  return (
    <Splitter
      className={styles.edge}
      label="Sidebar width"
      edge="right"
      size={width}
      min={SIDEBAR_MIN_WIDTH}
      max={SIDEBAR_MAX_WIDTH}
      sizeAt={({ clientX }) => clientX}
      onResize={resizeSidebar}
      onReset={() => resizeSidebar(SIDEBAR_DEFAULT_WIDTH)}
    />
  );
}
