import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';

/** One screen above and below, so that scrolling by pages shows no blanks. */
const MARGIN = '100% 0px';

export interface NearScreen {
  readonly near: ReadonlySet<string>;
  /** The last known height of each element. */
  readonly heights: ReadonlyMap<string, number>;
}

const nothing: NearScreen = { near: new Set(), heights: new Map() };

/** Which of the files in a scroller are near enough to the screen to be drawn. */
export function useNearScreen(
  scroller: RefObject<HTMLElement | null>,
  files: readonly ChangeView[],
): NearScreen {
  const [known, setKnown] = useState(nothing);
  const key = useMemo(() => files.map(({ change }) => change.path).join('\0'), [files]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other files are other elements.
  useEffect(() => {
    const root = scroller.current;
    if (root === null) return;
    const observer = new IntersectionObserver(
      (entries) => setKnown((before) => withEntries(before, entries)),
      { root, rootMargin: MARGIN },
    );
    for (const element of root.querySelectorAll('[data-file]')) observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, key]);
  return known;
}

function withEntries(
  before: NearScreen,
  entries: readonly IntersectionObserverEntry[],
): NearScreen {
  const near = new Set(before.near);
  const heights = new Map(before.heights);
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const path = target.getAttribute('data-file') ?? '';
    if (isIntersecting) near.add(path);
    else if (near.delete(path)) heights.set(path, boundingClientRect.height);
  }
  return { near, heights };
}
