import type { KeyboardEvent, PointerEvent } from 'react';
import styles from './PanelResizer.module.css';
import {
  PANEL_DEFAULT_HEIGHT,
  PANEL_MIN_HEIGHT,
  REST_MIN_HEIGHT,
  resizePanel,
  usePanel,
} from './panelStore';

const KEY_STEP = 24;

export function PanelResizer() {
  const height = usePanel((panel) => panel.height);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget, pointerId, clientY } = event;
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const bottom =
      currentTarget.parentElement?.getBoundingClientRect().bottom ?? window.innerHeight;
    resizePanel(bottom - clientY);
  };

  const step = (event: KeyboardEvent) => {
    const next = { ArrowUp: height + KEY_STEP, ArrowDown: height - KEY_STEP }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    resizePanel(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> is no splitter; ARIA asks for this role.
    <div
      className={styles.resizer}
      role="separator"
      aria-label="Terminal height"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={PANEL_MIN_HEIGHT}
      aria-valuemax={Math.max(PANEL_MIN_HEIGHT, window.innerHeight - REST_MIN_HEIGHT)}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => resizePanel(PANEL_DEFAULT_HEIGHT)}
      onKeyDown={step}
    />
  );
}
