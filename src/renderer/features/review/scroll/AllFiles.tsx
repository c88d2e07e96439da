import type { RefObject } from 'react';
import { useEffect, useMemo, useRef } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { rowCounts } from '#window/features/review/diff/hunkRows';
import { currentHunk } from '#window/features/review/model/diff/currentHunk';
import { registerDiff } from '#window/features/review/model/diff/diffHandle';
import { BAR_HEIGHT } from '#window/features/review/model/diff/diffZones';
import { otherHunks, textHunks } from '#window/features/review/model/diff/hunkZones';
import { linesOfRows, placeOfRows } from '#window/features/review/model/diff/pickedRows';
import { drawnRows, scrollContent } from '#window/features/review/model/diff/scrollContent';
import { commentOnHunk } from '#window/features/review/model/feedback/comments';
import { setPreference } from '#window/features/review/model/preferences';
import { reviewStore, useReview } from '#window/features/review/model/reviewStore';
import { DIFF_ROW_HEIGHT } from '#window/ui/diff/limits';
import styles from './AllFiles.module.css';
import { ScrollFile } from './ScrollFile';
import { useNearScreen } from './useNearScreen';
import { pickedIn, usePickedRows } from './usePickedRows';
import { usePlace } from './usePlace';

const HEAD_HEIGHT = 39;
const CARD_HEIGHT = 72;
const NOTE_HEIGHT = 38;

/** The estimated height of a file in the scroll of all files, until it is drawn. */
function scrollHeight(view: ChangeView): number {
  const content = scrollContent(view, { isEditing: false, isShownAnyway: false });
  const beside = HEAD_HEIGHT + otherHunks(view).length * CARD_HEIGHT;
  if (content.type !== 'lines') return beside + (content.type === 'elsewhere' ? NOTE_HEIGHT : 0);
  const ranges = textHunks(view).map(({ hunk }) => hunk);
  const rows = drawnRows(rowCounts(ranges)).reduce((sum, count) => sum + count, 0);
  return beside + ranges.length * BAR_HEIGHT + rows * DIFF_ROW_HEIGHT;
}

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
  useShownDraft(sessionId, files);
  useShownMatch(sessionId, scroller);
  const { onKeyDown, onPressed } = usePickedRows(sessionId, scroller, current);

  useEffect(
    () =>
      registerDiff(sessionId, {
        comment: () => {
          const { view, hunk } = current;
          const text = view && textHunks(view).find((one) => one.hunk.id === hunk?.hunk.id);
          if (!view || !text) return;
          const place = pickedIn(sessionId, view, text);
          commentOnHunk(sessionId, view, text, place && placeOfRows(place.lines, place)).catch(
            reportError,
          );
        },
        pickedLines: () => {
          const { view, hunk } = current;
          const text = view && textHunks(view).find((one) => one.hunk.id === hunk?.hunk.id);
          const place = view && text ? pickedIn(sessionId, view, text) : null;
          const lines = text && place && linesOfRows(text, place.lines, place);
          return hunk && lines ? { hunk, lines } : null;
        },
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
      onPointerDown={(event) => {
        onPointed(event);
        onPressed(event);
      }}
      onKeyDown={onKeyDown}
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

/** Scrolls to a requested comment; opens the single file if its lines are not shown here. */
function useShownComment(sessionId: SessionId, scroller: RefObject<HTMLElement | null>): void {
  const wanted = useReview(sessionId, (state) => state.shownComment);
  useEffect(() => {
    if (wanted === null) return;
    const comments = scroller.current?.querySelectorAll<HTMLElement>('[data-comment]') ?? [];
    const shown = [...comments].find(({ dataset }) => dataset.comment === wanted);
    if (shown === undefined) return setPreference('allFiles', false);
    shown.scrollIntoView({ block: 'nearest' });
    reviewStore(sessionId).setState({ shownComment: null });
  }, [sessionId, scroller, wanted]);
}

/** A comment is written below its lines; if the scroll does not show them, in the single file. */
function useShownDraft(sessionId: SessionId, files: readonly ChangeView[]): void {
  const path = useReview(sessionId, (state) => state.draft?.path ?? null);
  const isShownAnyway = useReview(sessionId, ({ shownAnyway }) =>
    path === null ? false : shownAnyway.has(path),
  );
  useEffect(() => {
    const view = files.find(({ change }) => change.path === path);
    if (view === undefined) return;
    const { type } = scrollContent(view, { isEditing: false, isShownAnyway });
    if (type !== 'lines') setPreference('allFiles', false);
  }, [files, path, isShownAnyway]);
}

/** Scrolls to the found line, which may be far down in its hunk. */
function useShownMatch(sessionId: SessionId, scroller: RefObject<HTMLElement | null>): void {
  const index = useReview(sessionId, ({ find }) => find?.index ?? null);
  useEffect(() => {
    if (index === null) return;
    // After its hunk was scrolled to and drawn.
    const frame = requestAnimationFrame(() => {
      scroller.current?.querySelector('[data-found]')?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [scroller, index]);
}
