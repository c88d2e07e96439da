import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { TOP_PIXELS } from '#window/features/thread/limits';
import type { ThreadRow } from '#window/features/thread/threadRows';
import { sessionModel } from '#window/state/session/sessionModels';
import type { ThreadScroll } from './threadScroll';
import type { EndFollowing } from './useStickToEnd';

/** How many rows beyond the screen have their entries loaded, so that scrolling shows no blanks. */
const AHEAD = 60;

interface ThreadScrollParts {
  readonly sessionId: SessionId;
  readonly rows: readonly ThreadRow[];
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly following: EndFollowing;
  readonly initialScroll: ThreadScroll | undefined;
  readonly onScrollChange: ((scroll: ThreadScroll) => void) | undefined;
}

/**
 * Goes to the user's last position, reports the present one, and fetches the entries that come into
 * view next.
 */
export function useThreadScroll(parts: ThreadScrollParts) {
  const { list, scroller } = parts;
  const latest = useRef(parts);
  const place = useRef<ThreadScroll>(parts.initialScroll ?? { at: 'end' });
  useEffect(() => {
    latest.current = parts;
    parts.following.onMoved.current = () => goTo(place.current, latest.current);
  });
  const restored = useRef(false);

  useLayoutEffect(() => {
    if (restored.current || parts.rows.length === 0) return;
    restored.current = true;
    goTo(place.current, parts);
  }, [parts]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let wasHidden = element.clientHeight === 0;
    // A hidden tab loses its scroll position.
    const observer = new ResizeObserver(() => {
      const isHidden = element.clientHeight === 0;
      if (wasHidden && !isHidden) goTo(place.current, latest.current);
      wasHidden = isHidden;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  const onScroll = useCallback(
    (offset: number) => {
      const { rows, sessionId } = latest.current;
      const handle = list.current;
      if (handle === null || rows.length === 0) return;
      const first = Math.max(0, handle.findItemIndex(offset) - AHEAD);
      const last = handle.findItemIndex(offset + handle.viewportSize) + AHEAD;
      const ids = rows.slice(first, last).map((row) => row.id);
      sessionModel(sessionId)?.ensure(ids).catch(reportError);
    },
    [list],
  );

  const onScrollEnd = useCallback(() => {
    const { rows, following, onScrollChange } = latest.current;
    const handle = list.current;
    if (handle === null || (scroller.current?.clientHeight ?? 0) === 0) return;
    const index = handle.findItemIndex(handle.scrollOffset - TOP_PIXELS);
    const row = rows[index];
    if (following.isAtEnd) place.current = { at: 'end' };
    else if (row) {
      const start = handle.getItemOffset(index) + TOP_PIXELS;
      const offset = Math.round(handle.scrollOffset - start);
      place.current = { at: 'entry', entryId: row.id, offset };
    }
    onScrollChange?.(place.current);
  }, [list, scroller]);

  return { onScroll, onScrollEnd };
}

function goTo(place: ThreadScroll, { rows, list, following }: ThreadScrollParts): void {
  const index = place.at === 'entry' ? rows.findIndex(({ id }) => id === place.entryId) : -1;
  if (place.at === 'end' || index === -1) {
    // Not by index, because the list would keep that row in place while it still grows.
    following.jump();
    return;
  }
  following.leave();
  list.current?.scrollToIndex(index, { align: 'start', offset: place.offset });
}
