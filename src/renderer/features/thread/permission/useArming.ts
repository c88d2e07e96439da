import { type RefObject, useEffect, useState } from 'react';
import { ARMING_MILLISECONDS } from '#window/features/thread/limits';

/**
 * Whether a question may be answered yet. It cannot be answered for a moment after it appears,
 * after the window gets the focus, or after the focus reaches it: a key may still be meant for
 * something else. A click on a button is always meant for it. A question with a new revision starts
 * again.
 */
export function useArming(ref: RefObject<HTMLElement | null>, revision = 0): boolean {
  const [armedFor, setArmedFor] = useState<number | null>(null);

  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let byPointer = false;
    const disarm = () => {
      clearTimeout(timer);
      setArmedFor(null);
      timer = setTimeout(() => setArmedFor(revision), ARMING_MILLISECONDS);
    };
    // Keys answer it from anywhere in its pane, so entering the pane counts too.
    const pane = element.closest('section[data-session]') ?? element;
    const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
      const place = target instanceof Node && element.contains(target) ? element : pane;
      const comesFromWithin = relatedTarget instanceof Node && place.contains(relatedTarget);
      if (!comesFromWithin && !byPointer) disarm();
    };
    const onPointerDown = () => {
      byPointer = true;
      // Focus follows in the same task.
      setTimeout(() => {
        byPointer = false;
      });
    };
    disarm();
    const stop = new AbortController();
    const { signal } = stop;
    pane.addEventListener('focusin', onFocusIn as EventListener, { signal });
    element.addEventListener('pointerdown', onPointerDown, { signal, capture: true });
    window.addEventListener('focus', disarm, { signal });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [ref, revision]);

  // Not in the effect, because it must not be answered in the very frame in which it changes.
  return armedFor === revision;
}
