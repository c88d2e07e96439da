import { type RefObject, useEffect, useRef, useState } from 'react';
import { highlighter } from './highlighter';
import type { CodeRun } from './highlightRuns';
import { onceNearScreen } from './nearScreen';

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
