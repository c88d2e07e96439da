import type { KeyboardEvent, PointerEvent } from 'react';
import {
  highestInspector,
  INSPECTOR_DEFAULT_HEIGHT,
  INSPECTOR_MIN_HEIGHT,
  resizeInspector,
  useInspectorPanel,
} from '../../state/inspectorPanel';
import styles from './InspectorDock.module.css';

const KEY_STEP = 24;

export function InspectorResizer() {
  const height = useInspectorPanel((panel) => panel.height);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget, pointerId, clientY } = event;
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const bottom = currentTarget.parentElement?.getBoundingClientRect().bottom;
    if (bottom !== undefined) resizeInspector(bottom - clientY);
  };

  const step = (event: KeyboardEvent) => {
    const next = { ArrowUp: height + KEY_STEP, ArrowDown: height - KEY_STEP }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    resizeInspector(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> is no splitter; ARIA asks for this role.
    <div
      className={styles.resizer}
      role="separator"
      aria-label="Inspector height"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={INSPECTOR_MIN_HEIGHT}
      aria-valuemax={highestInspector()}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => resizeInspector(INSPECTOR_DEFAULT_HEIGHT)}
      onKeyDown={step}
    />
  );
}
