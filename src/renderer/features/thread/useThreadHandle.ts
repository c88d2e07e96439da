import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { EntryId, SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { copyLastAnswer } from './copyEntry';
import type { FindState } from './find/useFind';
import type { ThreadMemory } from './scroll/threadMemory';
import type { EndFollowing } from './scroll/useStickToEnd';
import { registerThread } from './threadHandles';
import { kindOf, rowOf, type ThreadRow } from './threadRows';

interface ThreadHandleParts {
  readonly sessionId: SessionId;
  readonly rows: readonly ThreadRow[];
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly following: EndFollowing;
  readonly memory: ThreadMemory;
  readonly find: FindState;
}

/** Lets commands control the transcript, and scrolls to search results. */
export function useThreadHandle(parts: ThreadHandleParts): void {
  const { sessionId, rows, list, scroller, following, memory, find } = parts;
  const { leave, jump } = following;
  const { open, isOpen, current, steps } = find;

  const hidden = useRef<EntryId | null>(null);
  const show = useCallback(
    (id: EntryId) => {
      const row = rowOf(rows, id);
      const { current } = list;
      if (row === undefined || current === null) return;
      if (row.id !== id) {
        // The entry gets its own row when its run is expanded.
        leave();
        hidden.current = id;
        memory.setOpen(row.id, true);
        return;
      }
      const index = rows.indexOf(row);
      // A row that is visible at the end needs no scrolling, and new output is still followed.
      if (current.scrollSize - current.getItemOffset(index) <= current.viewportSize) {
        jump();
        return;
      }
      leave();
      current.scrollToIndex(index, { align: 'nearest' });
    },
    [rows, list, leave, jump, memory],
  );

  useEffect(() => {
    const id = hidden.current;
    if (id === null || !rows.some((row) => row.id === id)) return;
    hidden.current = null;
    show(id);
  }, [rows, show]);

  useEffect(
    () =>
      registerThread(sessionId, {
        openFind: open,
        jumpToLatest: jump,
        focus: () => scroller.current?.focus({ preventScroll: true }),
        copyAnswer: () => copyLastAnswer(sessionId).catch(reportError),
        reveal: (id) => {
          show(id);
          focusWhenDrawn(scroller, id);
        },
      }),
    [sessionId, open, jump, show, scroller],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a step to the same match goes there again.
  useEffect(() => {
    if (!isOpen || current === null) return;
    // A collapsed entry cannot be seen; a plan or a message is never collapsed, so expanding it
    // does no harm.
    if (kindOf(current.id) !== 'subagent') memory.setOpen(current.id, true);
    show(current.id);
  }, [isOpen, current?.id, current?.nth, steps]);
}

/** Focuses a row, which is only drawn a frame or two after scrolling to it. */
function focusWhenDrawn(scroller: RefObject<HTMLElement | null>, id: EntryId, tries = 20): void {
  const row = scroller.current?.querySelector(`[data-entry="${CSS.escape(id)}"]`);
  const target = row?.querySelector<HTMLElement>('[role="group"]');
  if (target) target.focus();
  else if (tries > 0) requestAnimationFrame(() => focusWhenDrawn(scroller, id, tries - 1));
}
