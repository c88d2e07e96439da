import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { reportError } from '../../../diagnostics/reportError';
import type { DiffLook } from './diffOptions';
import type { DiffSurface, SelectedLines, ShownDiff } from './diffSurface';
import { borrowSurface, giveBack } from './surfacePool';
import type { VisibleZone } from './zoneLayer';

export interface UsedSurface {
  /** Null until Monaco is loaded. */
  readonly surface: DiffSurface | null;
  /** The element that the editor goes into. */
  readonly container: React.RefObject<HTMLDivElement | null>;
}

/** A diff editor for as long as the component is drawn. */
export function useSurface(look: DiffLook): UsedSurface {
  const [surface, setSurface] = useState<DiffSurface | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const firstLook = useRef(look);
  useEffect(() => {
    let isWanted = true;
    let borrowed: DiffSurface | undefined;
    borrowSurface(firstLook.current).then((next) => {
      if (!isWanted) {
        giveBack(next);
        return;
      }
      borrowed = next;
      setSurface(next);
    }, reportError);
    return () => {
      isWanted = false;
      setSurface(null);
      if (borrowed) giveBack(borrowed);
    };
  }, []);
  useLayoutEffect(() => {
    if (surface) container.current?.append(surface.node);
  }, [surface]);
  useEffect(() => surface?.setLook(look), [surface, look]);
  return { surface, container };
}

/** Shows a diff; says when it is drawn. */
export function useShownDiff(surface: DiffSurface | null, diff: ShownDiff | null): boolean {
  const [drawn, setDrawn] = useState<ShownDiff | null>(null);
  useEffect(() => {
    if (surface === null || diff === null) return;
    let unsubscribe: (() => void) | undefined;
    let isCurrent = true;
    const show = () => {
      if (!isCurrent) return;
      unsubscribe = surface.diffListeners.subscribe(() => setDrawn(diff));
      surface.show(diff);
    };
    surface
      .prepare(diff.path)
      // Without colours it is still a diff.
      .catch(reportError)
      .finally(show);
    return () => {
      isCurrent = false;
      unsubscribe?.();
    };
  }, [surface, diff]);
  return diff !== null && drawn === diff;
}

const none: readonly VisibleZone[] = [];

export function useVisibleZones(surface: DiffSurface | null): readonly VisibleZone[] {
  return useSyncExternalStore(
    (listener) => surface?.zones.listeners.subscribe(listener) ?? (() => undefined),
    () => surface?.zones.visible() ?? none,
  );
}

export function useSelectedLines(surface: DiffSurface | null): SelectedLines | null {
  const [selected, setSelected] = useState<SelectedLines | null>(null);
  useEffect(() => {
    if (surface === null) return;
    return surface.selectionListeners.subscribe(() =>
      setSelected((before) => {
        const next = surface.selectedLines();
        return isSame(before, next) ? before : next;
      }),
    );
  }, [surface]);
  return selected;
}

function isSame(left: SelectedLines | null, right: SelectedLines | null): boolean {
  if (left === null || right === null) return left === right;
  return left.side === right.side && left.start === right.start && left.end === right.end;
}
