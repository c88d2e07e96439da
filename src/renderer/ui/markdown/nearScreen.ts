type Callback = () => void;

const waiting = new WeakMap<Element, Callback>();
let observer: IntersectionObserver | undefined;

/** Half a screen ahead, so that colours are there when the block is. */
const MARGIN = '50%';

/** Calls back once, when the element comes near the screen. One observer serves all elements. */
export function onceNearScreen(element: Element, callback: Callback): () => void {
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
