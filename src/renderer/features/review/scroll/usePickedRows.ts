import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { HunkId, SessionId } from '#shared/ids';
import type { Current } from '#window/features/review/model/diff/currentHunk';
import { type TextHunkView, textHunks } from '#window/features/review/model/diff/hunkZones';
import type { PickedRows } from '#window/features/review/model/diff/pickedRows';
import { reviewStore } from '#window/features/review/model/reviewStore';
import type { DiffRow } from '#window/ui/diff/diffRow';
import { fileElement, hunkElement, scrollPlaceOf } from './places';
import { loadedRows } from './useHunkRows';

const ROW = '[data-type]';

/** The rows that the user has selected in a hunk, and all rows of it; null if there are none. */
export function pickedIn(
  sessionId: SessionId,
  view: ChangeView,
  { hunk }: TextHunkView,
): (PickedRows & { readonly lines: readonly DiffRow[] }) | null {
  const { picked } = reviewStore(sessionId).getState();
  if (picked?.path !== view.change.path || picked.hunkId !== hunk.id) return null;
  const index = textHunks(view).findIndex((one) => one.hunk.id === hunk.id);
  const lines = loadedRows(sessionId, view)?.[index];
  return lines ? { from: picked.from, to: picked.to, lines } : null;
}

/** Selects lines of a hunk: by selecting their text, or by Shift and the arrow keys. */
export function usePickedRows(
  sessionId: SessionId,
  scroller: RefObject<HTMLElement | null>,
  current: Current,
) {
  const store = reviewStore(sessionId);

  useEffect(() => {
    const follow = () => {
      const selection = document.getSelection();
      const element = scroller.current;
      // If nothing is selected any more, the user may be about to click a button.
      if (element === null || selection === null || selection.isCollapsed) return;
      const range = selection.getRangeAt(0);
      const first = rowAt(range.startContainer);
      const place = first && element.contains(first) ? scrollPlaceOf(first) : null;
      if (!first || !place?.hunkId) return;
      const rows = rowsAround(first);
      const last = rowAt(range.endContainer);
      const end = last === null ? -1 : rows.indexOf(last);
      const from = rows.indexOf(first);
      // A selection that leaves the hunk ends at the hunk's end.
      const to = end === -1 ? rows.length : range.endOffset === 0 && end > from ? end : end + 1;
      store.setState({ ...place, picked: { ...place, from, to } });
    };
    document.addEventListener('selectionchange', follow);
    return () => {
      document.removeEventListener('selectionchange', follow);
      store.setState({ picked: null });
    };
  }, [scroller, store]);

  const onPressed = ({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest(ROW)) store.setState({ picked: null });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey, target } = event;
    if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return;
    if (target.matches('input, textarea')) return;
    const { picked } = store.getState();
    if (key === 'Escape' && picked) store.setState({ picked: null });
    else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      if (!pickByKey(key === 'ArrowDown' ? 1 : -1)) return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Begins at the first changed line of the current hunk, and then moves the end. */
  const pickByKey = (by: 1 | -1): boolean => {
    const path = current.view?.change.path;
    const hunkId = current.hunk?.hunk.id;
    const file = path && scroller.current ? fileElement(scroller.current, path) : undefined;
    const hunk = file && hunkId && hunkElement(file, hunkId);
    const rows = hunk ? [...hunk.querySelectorAll<HTMLElement>(ROW)] : [];
    const first = rows.findIndex(({ dataset }) => dataset.type !== 'context');
    if (path === undefined || hunkId === undefined || first === -1) return false;
    const { picked: before } = store.getState();
    const known = before?.hunkId === hunkId && before.path === path ? before : null;
    const picked = known
      ? { from: known.from, to: Math.min(Math.max(known.to + by, known.from + 1), rows.length) }
      : { from: first, to: first + 1 };
    store.setState({ path, hunkId: hunkId as HunkId, picked: { path, hunkId, ...picked } });
    rows[picked.to - 1]?.scrollIntoView({ block: 'nearest' });
    return true;
  };

  return { onKeyDown, onPressed };
}

function rowAt(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>(ROW) ?? null;
}

function rowsAround(row: HTMLElement): HTMLElement[] {
  return [...(row.parentElement?.querySelectorAll<HTMLElement>(ROW) ?? [])];
}
