import { Splitter } from '../../ui/Splitter';
import styles from './PanelResizer.module.css';
import {
  PANEL_DEFAULT_HEIGHT,
  PANEL_MIN_HEIGHT,
  REST_MIN_HEIGHT,
  resizePanel,
  usePanel,
} from './panelStore';

export function PanelResizer() {
  const height = usePanel((panel) => panel.height);
  return (
    <Splitter
      className={styles.edge}
      label="Terminal height"
      edge="top"
      size={height}
      min={PANEL_MIN_HEIGHT}
      max={window.innerHeight - REST_MIN_HEIGHT}
      sizeAt={({ currentTarget, clientY }) => bottomOf(currentTarget.parentElement) - clientY}
      onResize={resizePanel}
      onReset={() => resizePanel(PANEL_DEFAULT_HEIGHT)}
    />
  );
}

function bottomOf(element: HTMLElement | null): number {
  return element?.getBoundingClientRect().bottom ?? window.innerHeight;
}
