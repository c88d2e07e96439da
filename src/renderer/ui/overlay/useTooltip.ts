import { useEffect, useState } from 'react';
import { type FoundTooltip, findTooltip } from './tooltip';

/** Long enough not to flicker under a passing pointer. */
const DELAY_MILLISECONDS = 500;
/** Moving from one control to the next within this time shows the next tooltip at once. */
const WARM_MILLISECONDS = 300;

interface TooltipState {
  /** Kept while the popup fades out. */
  readonly shown: FoundTooltip | undefined;
  readonly open: boolean;
}

/** Follows pointer and keyboard focus through the whole document. */
export function useTooltip(): TooltipState {
  const [state, setState] = useState<TooltipState>({ shown: undefined, open: false });

  useEffect(() => {
    let anchor: Element | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closedAt = 0;
    let isOpen = false;

    const hide = () => {
      clearTimeout(timer);
      anchor = undefined;
      if (!isOpen) return;
      isOpen = false;
      closedAt = performance.now();
      setState((state) => ({ ...state, open: false }));
    };
    const show = (found: FoundTooltip) => {
      // The element may have been removed during the delay.
      if (!found.anchor.isConnected) return;
      isOpen = true;
      setState({ shown: found, open: true });
    };
    const follow = (event: Event) => {
      const found = findTooltip(event.target);
      if (found?.anchor === anchor) return;
      hide();
      if (found === undefined) return;
      anchor = found.anchor;
      const isWarm = performance.now() - closedAt < WARM_MILLISECONDS;
      timer = setTimeout(show, isWarm ? 0 : DELAY_MILLISECONDS, found);
    };
    const followFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) follow(event);
    };

    const stop = new AbortController();
    const options = { capture: true, passive: true, signal: stop.signal } as const;
    document.addEventListener('pointerover', follow, options);
    document.addEventListener('focusin', followFocus, options);
    for (const name of ['pointerdown', 'keydown', 'focusout', 'scroll', 'pointercancel'] as const) {
      document.addEventListener(name, hide, options);
    }
    document.documentElement.addEventListener('pointerleave', hide, options);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);

  return state;
}
