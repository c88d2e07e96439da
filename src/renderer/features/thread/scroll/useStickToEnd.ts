import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import {
  ACTION_MILLISECONDS,
  IN_SIGHT_MARGIN_PIXELS,
  RESIZE_MILLISECONDS,
} from '#window/features/thread/limits';
import { paneMoves } from '#window/state/layout/panes';
import { isWhole, placeAfter, type ScrollBox } from './scrollPlace';

export interface EndFollowing {
  readonly isAtEnd: boolean;
  /** Goes to the end and follows it from there. */
  jump(): void;
  /**
   * Stops following, because something else is about to be shown, if there is anything to scroll.
   */
  leave(): void;
  /** Called when the pane was moved, which scrolls its content back to the start. */
  readonly onMoved: RefObject<(() => void) | null>;
}

/** Marks what keeps the user busy: the first open question, or a prompt that is being edited. */
export const KEPT_IN_SIGHT_MARK = 'data-kept-in-sight';

/** Keys that scroll upwards. The others answer questions, whose rows then shrink. */
const upwards = new Set(['ArrowUp', 'PageUp', 'Home', ' ']);

/** Keeps a transcript at its end while the user is there. */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  startsAtEnd: boolean,
): EndFollowing {
  const follows = useRef(startsAtEnd);
  const [isAtEnd, setIsAtEnd] = useState(startsAtEnd);
  const onMoved = useRef<(() => void) | null>(null);

  const set = useCallback((value: boolean) => {
    follows.current = value;
    setIsAtEnd(value);
  }, []);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    let seen = boxOf(element);
    let resizedAt = Number.NEGATIVE_INFINITY;
    let actedAt = Number.NEGATIVE_INFINITY;
    let isPressed = false;

    const follow = () => {
      if (follows.current && element.clientHeight > 0) element.scrollTop = endOf(element);
    };
    const onScroll = () => {
      // A hidden pane has no size, so its scroll position means nothing.
      if (element.clientHeight === 0) return;
      const now = performance.now();
      const place = placeAfter(seen, boxOf(element), {
        isUsers: isPressed || now - actedAt < ACTION_MILLISECONDS,
        isSettling: now - resizedAt < RESIZE_MILLISECONDS,
      });
      if (place === 'same') follow();
      else set(place === 'end');
      seen = boxOf(element);
    };
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && element.scrollTop > 0) set(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (upwards.has(event.key)) actedAt = performance.now();
      // The end may move while the key scrolls there.
      if (event.key === 'End') set(true);
    };
    /**
     * A dragged scrollbar only reports the start of the drag, which then continues for a while. A
     * press inside the transcript only scrolls while it is held, because a click on a row may make
     * it shrink.
     */
    const onPointer = (event: PointerEvent) => {
      isPressed = event.buttons !== 0;
      if (isPressed && event.target === element) actedAt = performance.now();
    };

    const observer = new ResizeObserver(() => {
      resizedAt = performance.now();
      if (!follows.current && isWhole(boxOf(element))) set(true);
      follow();
    });
    observer.observe(inner);
    observer.observe(element);
    /** An element that moves to another place in the page loses its scroll position. */
    const restore = () => {
      if (element.clientHeight === 0 || seen.top === 0 || element.scrollTop > 0) return;
      if (follows.current) follow();
      else onMoved.current?.();
      // No event reports this, and the list would still draw the rows of its old position.
      if (element.scrollTop === 0) element.dispatchEvent(new Event('scroll'));
    };
    const forgetPanes = paneMoves.subscribe(() => {
      restore();
      requestAnimationFrame(restore);
    });
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal } as const;
    element.addEventListener('scroll', onScroll, options);
    element.addEventListener('wheel', onWheel, options);
    element.addEventListener('keydown', onKeyDown, options);
    element.addEventListener('pointerdown', onPointer, options);
    window.addEventListener('pointermove', onPointer, options);
    window.addEventListener('pointerup', onPointer, options);
    follow();
    return () => {
      observer.disconnect();
      forgetPanes();
      stop.abort();
    };
  }, [scroller, content, set]);

  const jump = useCallback(() => {
    set(true);
    const element = scroller.current;
    if (element) element.scrollTop = endOf(element);
  }, [scroller, set]);
  const leave = useCallback(() => {
    const element = scroller.current;
    if (element === null || !isWhole(boxOf(element))) set(false);
  }, [scroller, set]);

  return { isAtEnd, jump, leave, onMoved };
}

/**
 * Where a transcript that follows new output scrolls to: its end, unless the user is busy with
 * something further up, which stays visible.
 */
function endOf(element: HTMLElement): number {
  const kept = element.querySelector(`[${KEPT_IN_SIGHT_MARK}]`);
  if (kept === null) return element.scrollHeight;
  const distance = kept.getBoundingClientRect().top - element.getBoundingClientRect().top;
  return Math.min(element.scrollHeight, element.scrollTop + distance - IN_SIGHT_MARGIN_PIXELS);
}

function boxOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollBox {
  return { top: scrollTop, content: scrollHeight, view: clientHeight };
}
