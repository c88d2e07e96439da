import { useEffect, useMemo, useRef } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { reportError } from '../../../diagnostics/reportError';
import { commentOnHunk } from '../model/comments';
import { currentHunk } from '../model/currentHunk';
import { registerDiff } from '../model/diffHandle';
import { textHunks } from '../model/hunkZones';
import { useReview } from '../model/reviewStore';
import { scrollHeight } from '../model/scrollHeight';
import styles from './AllFiles.module.css';
import { ScrollFile } from './ScrollFile';
import { useNearScreen } from './useNearScreen';
import { usePlace } from './usePlace';
import { useShownComment } from './useShownComment';

interface AllFilesProps {
  readonly sessionId: SessionId;
  readonly files: readonly ChangeView[];
}

/** Every changed file one below the other; only those near the screen are drawn. */
export function AllFiles({ sessionId, files }: AllFilesProps) {
  const scroller = useRef<HTMLElement>(null);
  const path = useReview(sessionId, (state) => state.path);
  const hunkId = useReview(sessionId, (state) => state.hunkId);
  const current = useMemo(() => currentHunk(files, path, hunkId), [files, path, hunkId]);
  const expected = useMemo(() => files.map(scrollHeight), [files]);
  const { near, heights } = useNearScreen(scroller, files);
  const { onPointed } = usePlace(sessionId, scroller, current, near);
  useShownComment(sessionId, scroller);

  useEffect(
    () =>
      registerDiff(sessionId, {
        comment: () => {
          const { view, hunk } = current;
          const text = view && textHunks(view).find((one) => one.hunk.id === hunk?.hunk.id);
          if (view && text) commentOnHunk(sessionId, view, text).catch(reportError);
        },
        pickedLines: () => null,
        canEdit: () => false,
        saveEdit: async () => undefined,
        focus: () => scroller.current?.focus({ preventScroll: true }),
      }),
    [sessionId, current],
  );

  return (
    <section
      ref={scroller}
      className={styles.scroller}
      aria-label="All changed files"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
      tabIndex={0}
      onFocus={onPointed}
      onPointerDown={onPointed}
    >
      {files.map((view, index) => {
        const isCurrent = view === current.view;
        const own = view.change.path;
        return (
          <ScrollFile
            key={own}
            sessionId={sessionId}
            view={view}
            isDrawn={isCurrent || near.has(own)}
            height={heights.get(own) ?? expected[index] ?? 0}
            isCurrent={isCurrent}
            current={isCurrent ? (current.hunk?.hunk.id ?? null) : null}
          />
        );
      })}
    </section>
  );
}
