import { type RefObject, type SyntheticEvent, useCallback, useEffect, useRef } from 'react';
import type { SessionId } from '#shared/ids';
import type { Current } from '../model/currentHunk';
import { reviewStore, useReview } from '../model/reviewStore';
import type { Place } from '../model/walk';
import {
  bestInSight,
  fileElement,
  hunkElement,
  placeOf,
  scrollNear,
  scrollTo,
  sightOf,
} from './places';

/**
 * Keeps the scroll and the place where the user is together: keys, the tree and decisions bring
 * theirs into sight; scrolling and pointing make what is in sight the place, so that no key acts on
 * what cannot be seen.
 */
export function usePlace(
  sessionId: SessionId,
  scroller: RefObject<HTMLElement | null>,
  current: Current,
  near: ReadonlySet<string>,
) {
  const store = reviewStore(sessionId);
  const path = useReview(sessionId, (state) => state.path);
  const hunkId = useReview(sessionId, (state) => state.hunkId);
  const latest = useRef(current);
  const isFirst = useRef(true);
  const isScrolling = useRef(false);
  /** The place that is in sight already, because the user went there. */
  const settled = useRef<string | null>(null);

  useEffect(() => {
    latest.current = current;
  });

  useEffect(() => {
    const element = scroller.current;
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (element === null) return;
    if (path !== null && settled.current === keyOf({ path, hunkId })) return;
    settled.current = null;
    const shown = bringIntoSight(element, latest.current, hunkId === null);
    if (shown && hunkId !== null && !wasFirst && mayTakeFocus(element)) {
      const target = shown.matches('fieldset') ? shown : shown.querySelector('fieldset');
      target?.focus({ preventScroll: true });
    }
  }, [scroller, path, hunkId]);

  const settle = useCallback(
    (place: Place) => {
      settled.current = keyOf(place);
      store.setState(place);
    },
    [store],
  );

  const follow = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const { view, hunk } = latest.current;
    const file = view && fileElement(element, view.change.path);
    const shown = file && ((hunk && hunkElement(file, hunk.hunk.id)) ?? file);
    if (shown && sightOf(shown, element) !== 'none') return;
    const place = bestInSight(element);
    if (place) settle(place);
  }, [scroller, settle]);

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

  // What is drawn is seldom as high as was thought, and moves what is around it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about when, not about what.
  useEffect(() => {
    if (isScrolling.current) return;
    const frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [near, follow]);

  const onPointed = ({ target }: SyntheticEvent) => {
    const place = target instanceof Element ? placeOf(target) : null;
    const { view } = latest.current;
    if (place === null) return;
    // The head of a file means the file: which of its hunks is no matter.
    if (place.hunkId === null && place.path === view?.change.path) return;
    settle(place);
  };

  return { onPointed };
}

function keyOf({ path, hunkId }: Place): string {
  return `${path}\0${hunkId}`;
}

/** Moves only if it must: what is decided in sight leaves the scroll where it is. */
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

/** Who writes or answers elsewhere is left alone. */
function mayTakeFocus(scroller: HTMLElement): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return true;
  return scroller.parentElement?.closest('section')?.contains(activeElement) ?? false;
}
