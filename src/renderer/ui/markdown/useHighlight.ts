import { type RefObject, useEffect, useRef, useState } from 'react';
import { highlighter } from './highlighter';
import type { CodeRun } from './highlightRuns';

type Callback = () => void;

const waiting = new WeakMap<Element, Callback>();
let observer: IntersectionObserver | undefined;

/** Colouring starts half a screen ahead, so that it is done when the block comes into view. */
const MARGIN = '50%';

/** Calls back once, when the element comes near the screen. One observer serves all elements. */
function onceNearScreen(element: Element, callback: Callback): () => void {
  observer ??= new IntersectionObserver(onEntries, { rootMargin: MARGIN });
  const shared = observer;
  waiting.set(element, callback);
  shared.observe(element);
  return () => {
    waiting.delete(element);
    shared.unobserve(element);
  };
}

function onEntries(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer?.unobserve(target);
    const callback = waiting.get(target);
    waiting.delete(target);
    callback?.();
  }
}

interface Highlight<E> {
  readonly ref: RefObject<E | null>;
  /** Undefined until there are colours, null if there will be none. */
  readonly runs: readonly CodeRun[] | null | undefined;
}

/** Colours a settled block once it comes near the screen. */
export function useHighlight<E extends HTMLElement>(
  text: string,
  language: string,
  settled: boolean,
): Highlight<E> {
  const ref = useRef<E>(null);
  const [found, setFound] = useState<{ text: string; runs: readonly CodeRun[] | null }>();
  const known = settled ? highlighter.known(text, language) : undefined;
  const isKnown = known !== undefined;

  useEffect(() => {
    const element = ref.current;
    if (!settled || isKnown || element === null) return;
    let isWanted = true;
    const stop = onceNearScreen(element, () => {
      void highlighter.highlight(text, language).then((runs) => {
        if (isWanted) setFound({ text, runs });
      });
    });
    return () => {
      isWanted = false;
      stop();
    };
  }, [text, language, settled, isKnown]);

  return { ref, runs: known ?? (found?.text === text ? found.runs : undefined) };
}
