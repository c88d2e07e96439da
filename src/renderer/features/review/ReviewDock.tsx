import type { RefObject } from 'react';
import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import {
  keepReview,
  offerReview,
  useReviewPanel,
  withdrawReview,
} from '#window/state/layout/reviewPanel';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { useSessionChanges } from '#window/state/session/sessionChanges';
import { Splitter } from '#window/ui/layout/Splitter';
import { useWidth } from '#window/ui/layout/useWidth';
import { dockLayout, MIN_REVIEW, MIN_TRANSCRIPT, OFFERED_WIDTH } from './model/dockLayout';
import styles from './ReviewDock.module.css';

const KEY = 'review.share';
const DEFAULT = 0.62;

const store = createStore<{ readonly share: number }>(() => ({
  share: readPersisted(KEY, (value) => (isShare(value) ? value : undefined), DEFAULT),
}));

/** The share of a pane's width for its changes. */
const reviewShare = {
  use: () => useStore(store, ({ share }) => share),
  set: (share: number) => {
    const next = Math.min(Math.max(share, 0.2), 0.9);
    store.setState({ share: next });
    writePersisted(KEY, next);
  },
  reset: () => reviewShare.set(DEFAULT),
};

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1;
}

// Loads Monaco with it, and not before.
const ReviewPane = lazy(async () => ({ default: (await import('./ReviewPane')).ReviewPane }));

interface ReviewDockProps {
  readonly sessionId: SessionId;
  /** The transcript and the prompt. */
  readonly children: ReactNode;
}

/** A session's pane: its transcript and, beside or over it, its changes. */
export function ReviewDock({ sessionId, children }: ReviewDockProps) {
  const dock = useRef<HTMLDivElement>(null);
  const width = useWidth(dock);
  const isOpen = useReviewPanel(({ open }) => open.has(sessionId));
  const isMaximised = useReviewPanel(({ maximised }) => maximised === sessionId);
  const share = reviewShare.use();
  const layout = dockLayout(width, share, isMaximised);
  const snapshot = useSessionChanges(sessionId);
  const hasOpen = snapshot?.changes.some(({ status }) => status === 'open') ?? false;
  const hasNews = hasOpen || (snapshot?.guarded.changes.length ?? 0) > 0;
  const isShown = width > 0;
  const hasRoom = layout.type === 'beside' && width >= OFFERED_WIDTH;

  // A review that would hide or squeeze the transcript opens only on request.
  useEffect(() => {
    if (isShown && !hasRoom) withdrawReview(sessionId);
    else if (isShown && hasNews) offerReview(sessionId);
  }, [isShown, hasNews, hasRoom, sessionId]);

  const isOver = isOpen && layout.type === 'over';
  return (
    <div
      ref={dock}
      className={styles.dock}
      data-layout={isOpen ? layout.type : undefined}
      style={{ '--review-width': `${layout.width}px` } as CSSProperties}
    >
      <div className={styles.main} inert={isOver}>
        {children}
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to events inside.
        <div className={styles.review} onFocus={() => keepReview(sessionId)}>
          {layout.type === 'beside' && <ReviewResizer dock={dock} width={layout.width} />}
          <Suspense fallback={null}>
            <ReviewPane sessionId={sessionId} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

interface ReviewResizerProps {
  readonly dock: RefObject<HTMLElement | null>;
  readonly width: number;
}

function ReviewResizer({ dock, width }: ReviewResizerProps) {
  return (
    <Splitter
      className={styles.edge}
      label="Changes width"
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
