import { type RefObject, type SyntheticEvent, useCallback, useEffect, useRef } from 'react';
import type { SessionId } from '#shared/ids';
import type { Current } from '#window/features/review/model/diff/currentHunk';
import { reviewStore, useReview } from '#window/features/review/model/reviewStore';
import type { ReviewPlace } from '#window/features/review/model/walk';
import {
  bestInSight,
  fileElement,
  hunkElement,
  scrollNear,
  scrollPlaceOf,
  scrollTo,
  sightOf,
} from './places';

/**
 * Keeps the scroll position and the current place in step. Keys, the tree and decisions scroll to
 * their place. Scrolling and clicking make a visible place the current one, so that no key acts on
 * something that cannot be seen.
 */
export function usePlace(
  sessionId: SessionId,
  scroller: RefObject<HTMLElement | null>,
  current: Current,
  near: ReadonlySet<string>,
) {
  const store = reviewStore(sessionId);
  const latest = useRef(current);
  /** A place that needs no scrolling, because the user went there. */
  const settled = useRef<string | null>(null);

  useEffect(() => {
    latest.current = current;
  });

  const settle = useCallback(
    (place: ReviewPlace) => {
      settled.current = keyOf(place);
      store.setState(place);
    },
    [store],
  );

  const follow = useCallback(() => {
    const element = scroller.current;
    if (element === null || isInSight(element, latest.current)) return;
    const place = bestInSight(element);
    if (place) settle(place);
  }, [scroller, settle]);

  usePlaceInSight(sessionId, scroller, latest, settled);
  useScrollFollowed(scroller, near, follow);

  const onPointed = ({ target }: SyntheticEvent) => {
    const place = target instanceof Element ? scrollPlaceOf(target) : null;
    const { view } = latest.current;
    if (place === null) return;
    // The header of a file selects the file, not one of its hunks.
    if (place.hunkId === null && place.path === view?.change.path) return;
    settle(place);
  };

  return { onPointed };
}

/** Scrolls to the place after keys, the tree or a decision have changed it. */
function usePlaceInSight(
  sessionId: SessionId,
  scroller: RefObject<HTMLElement | null>,
  latest: RefObject<Current>,
  settled: RefObject<string | null>,
): void {
  const path = useReview(sessionId, (state) => state.path);
  const hunkId = useReview(sessionId, (state) => state.hunkId);
  const arrival = useReview(sessionId, (state) => state.arrival);
  const arrived = useRef(arrival);
  const isFirst = useRef(true);

  useEffect(() => {
    const element = scroller.current;
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (element === null) return;
    const isWanted = arrived.current !== arrival;
    arrived.current = arrival;
    if (!isWanted && path !== null && settled.current === keyOf({ path, hunkId })) return;
    settled.current = null;
    const shown = bringIntoSight(element, latest.current, hunkId === null);
    if (shown && hunkId !== null && !wasFirst && mayTakeFocus(element)) {
      const target = shown.matches('fieldset') ? shown : shown.querySelector('fieldset');
      target?.focus({ preventScroll: true });
    }
  }, [scroller, latest, settled, path, hunkId, arrival]);
}

/** Calls `follow` when scrolling ends, and when elements near the screen were drawn again. */
function useScrollFollowed(
  scroller: RefObject<HTMLElement | null>,
  near: ReadonlySet<string>,
  follow: () => void,
): void {
  const isScrolling = useRef(false);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const start = () => {
      isScrolling.current = true;
    };
    const end = () => {
      isScrolling.current = false;
      follow();
    };
    element.addEventListener('scroll', start, { passive: true });
    element.addEventListener('scrollend', end);
    return () => {
      element.removeEventListener('scroll', start);
      element.removeEventListener('scrollend', end);
    };
  }, [scroller, follow]);

  // Drawn elements rarely have the estimated height, and shift those around them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `near` only decides when this runs.
  useEffect(() => {
    if (isScrolling.current) return;
    const frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [near, follow]);
}

function isInSight(scroller: HTMLElement, { view, hunk }: Current): boolean {
  const file = view && fileElement(scroller, view.change.path);
  const shown = file && ((hunk && hunkElement(file, hunk.hunk.id)) ?? file);
  return shown !== undefined && sightOf(shown, scroller) !== 'none';
}

function keyOf({ path, hunkId }: ReviewPlace): string {
  return `${path}\0${hunkId}`;
}

/** Scrolls only if needed: a decision about something visible does not move the scroll. */
function bringIntoSight(
  scroller: HTMLElement,
  { view, hunk }: Current,
  isFileWanted: boolean,
): HTMLElement | undefined {
  const file = view && fileElement(scroller, view.change.path);
  if (file === undefined) return undefined;
  const shown = hunk && hunkElement(file, hunk.hunk.id);
  if (isFileWanted || shown === undefined) scrollTo(file, scroller);
  if (shown && (!isFileWanted || sightOf(shown, scroller) === 'none')) scrollNear(shown, scroller);
  return shown ?? file;
}

/** The focus must not leave a text field or a question elsewhere. */
function mayTakeFocus(scroller: HTMLElement): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return true;
  return scroller.parentElement?.closest('section')?.contains(activeElement) ?? false;
}
