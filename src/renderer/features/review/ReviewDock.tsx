import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { SessionId } from '#shared/ids';
import { keepReview, offerReview, useReviewPanel, withdrawReview } from '../../state/reviewPanel';
import { useSessionChanges } from '../../state/sessionChanges';
import { dockLayout, OFFERED_WIDTH } from './model/dockLayout';
import { reviewShare } from './model/reviewShare';
import styles from './ReviewDock.module.css';
import { ReviewResizer } from './ReviewResizer';

// Monaco comes along with it, and only then.
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

  // What would hide or squeeze the transcript waits to be asked for.
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
        // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of what happens inside.
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

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
