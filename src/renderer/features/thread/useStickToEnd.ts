import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { END_DISTANCE_PIXELS } from './limits';

export interface EndFollowing {
  readonly isAtEnd: boolean;
  /** Goes to the end and follows it from there. */
  jump(): void;
  /** Stops following, because the user is being taken elsewhere. */
  leave(): void;
}

/**
 * Keeps a transcript at its end for as long as the user is there. Only the user leaves it: a scroll
 * upwards counts, and one that comes of rows changing size above the screen does not.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  startsAtEnd: boolean,
): EndFollowing {
  const follows = useRef(startsAtEnd);
  const [isAtEnd, setIsAtEnd] = useState(startsAtEnd);

  const set = useCallback((value: boolean) => {
    follows.current = value;
    setIsAtEnd(value);
  }, []);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    let top = element.scrollTop;
    let height = element.scrollHeight;

    const follow = () => {
      if (follows.current && element.clientHeight > 0) element.scrollTop = element.scrollHeight;
    };
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      // A pane that is hidden has no size, and says nothing about where the user is.
      if (clientHeight === 0) return;
      const isUp = scrollTop < top - 1 && scrollHeight >= height;
      if (scrollHeight - clientHeight - scrollTop <= END_DISTANCE_PIXELS) set(true);
      else if (isUp) set(false);
      top = scrollTop;
      height = scrollHeight;
    };
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && element.scrollTop > 0) set(false);
    };

    const observer = new ResizeObserver(follow);
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: true });
    follow();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [scroller, content, set]);

  const jump = useCallback(() => {
    set(true);
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [scroller, set]);
  const leave = useCallback(() => set(false), [set]);

  return { isAtEnd, jump, leave };
}
