import type { RefObject } from 'react';
import { Splitter } from '../../ui/Splitter';
import { MIN_REVIEW, MIN_TRANSCRIPT } from './model/dockLayout';
import { reviewShare } from './model/reviewShare';
import styles from './ReviewDock.module.css';

interface ReviewResizerProps {
  readonly dock: RefObject<HTMLElement | null>;
  readonly width: number;
}

export function ReviewResizer({ dock, width }: ReviewResizerProps) {
  return (
    <Splitter
      className={styles.edge}
      label="Width of changes"
      edge="left"
      size={width}
      min={MIN_REVIEW}
      max={(dock.current?.clientWidth ?? 0) - MIN_TRANSCRIPT}
      sizeAt={({ clientX }) => (dock.current?.getBoundingClientRect().right ?? 0) - clientX}
      onResize={(next) => reviewShare.set(next / (dock.current?.clientWidth || 1))}
      onReset={reviewShare.reset}
    />
  );
}
