import { type RefObject, useEffect, useRef } from 'react';

/** Reports the height of an element, so that room can be made for it. */
export function useMeasured<T extends HTMLElement>(
  key: string,
  onResize: (key: string, height: number) => void,
): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => onResize(key, Math.ceil(current.offsetHeight)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [key, onResize]);
  return element;
}
