import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { MIN_REVIEW, MIN_TRANSCRIPT } from './model/dockLayout';
import { reviewShare } from './model/reviewShare';
import styles from './ReviewDock.module.css';

const KEY_STEP = 24;

interface ReviewResizerProps {
  readonly dock: RefObject<HTMLElement | null>;
  readonly width: number;
}

export function ReviewResizer({ dock, width }: ReviewResizerProps) {
  const total = dock.current?.clientWidth ?? 1;
  const resize = (next: number) => reviewShare.set(next / (dock.current?.clientWidth || 1));

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    resize((dock.current?.getBoundingClientRect().right ?? 0) - event.clientX);
  };

  const step = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width + KEY_STEP, ArrowRight: width - KEY_STEP }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    resize(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> is no splitter; ARIA asks for this role.
    <div
      className={styles.resizer}
      role="separator"
      aria-label="Width of changes"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={MIN_REVIEW}
      aria-valuemax={Math.max(total - MIN_TRANSCRIPT, MIN_REVIEW)}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={reviewShare.reset}
      onKeyDown={step}
    />
  );
}
