import type { KeyboardEvent, PointerEvent } from 'react';
import {
  resizeSidebar,
  SIDEBAR_DEFAULT_WIDTH,
  SIDEBAR_MAX_WIDTH,
  SIDEBAR_MIN_WIDTH,
  useSidebar,
} from '../state/sidebarStore';
import styles from './SidebarResizer.module.css';

const KEY_STEP = 16;

export function SidebarResizer() {
  const { width } = useSidebar();

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) resizeSidebar(event.clientX);
  };

  const step = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width - KEY_STEP, ArrowRight: width + KEY_STEP }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    resizeSidebar(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> is no splitter; ARIA asks for this role.
    <div
      className={styles.resizer}
      role="separator"
      aria-label="Sidebar width"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={SIDEBAR_MIN_WIDTH}
      aria-valuemax={SIDEBAR_MAX_WIDTH}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => resizeSidebar(SIDEBAR_DEFAULT_WIDTH)}
      onKeyDown={step}
    />
  );
}
