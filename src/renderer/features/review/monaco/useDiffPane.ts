import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useDiffLook } from '#window/features/review/model/preferences';
import { DiffPane } from './diffPane';
import type { ShownDiff } from './diffSurface';

/** A diff editor for as long as the component is drawn. */
export function useDiffPane(diff: ShownDiff | null) {
  const look = useDiffLook();
  const firstLook = useRef(look);
  const container = useRef<HTMLDivElement>(null);
  const [pane, setPane] = useState<DiffPane | null>(null);
  useLayoutEffect(() => {
    if (container.current === null) return;
    const opened = new DiffPane(container.current, firstLook.current);
    setPane(opened);
    return () => {
      setPane(null);
      opened.dispose();
    };
  }, []);
  useLayoutEffect(() => pane?.show(diff, look), [pane, diff, look]);
  const isDrawn = useSyncExternalStore(
    (listener) => pane?.listeners.subscribe(listener) ?? (() => undefined),
    () => pane?.isDrawn ?? false,
  );
  return { container, surface: pane?.surface ?? null, isDrawn };
}
