import { type RefObject, useEffect } from 'react';
import type { SessionId } from '#shared/ids';
import { setPreference } from '../model/preferences';
import { reviewStore, useReview } from '../model/reviewStore';

/** Brings a comment that was asked for into sight; where its lines are not shown, its file alone. */
export function useShownComment(
  sessionId: SessionId,
  scroller: RefObject<HTMLElement | null>,
): void {
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
