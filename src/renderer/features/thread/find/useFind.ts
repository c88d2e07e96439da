import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { EntryId, SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { FIND_ENTRIES_PER_FRAME, FIND_MATCHES } from '#window/features/thread/limits';
import { sessionModel } from '#window/state/session/sessionModels';
import { entryText } from './entryText';
import { createFinder } from './findMatches';

/** A match: the entry, and the index of the match within it. */
export interface FoundMatch {
  readonly id: EntryId;
  readonly nth: number;
}

export interface FindState {
  readonly isOpen: boolean;
  readonly query: string;
  readonly total: number;
  /** Counted from zero; null if there is no match. */
  readonly index: number | null;
  readonly current: FoundMatch | null;
  readonly isSearching: boolean;
  /** Changes with every step, so that the same match is shown again. */
  readonly steps: number;
  open(): void;
  close(): void;
  setQuery(query: string): void;
  step(by: 1 | -1): void;
}

/**
 * Searches the whole transcript, including entries that only main has, without delaying a frame.
 */
export function useFind(sessionId: SessionId, order: readonly EntryId[]): FindState {
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly FoundMatch[]>([]);
  const [isSearching, setIsSearching] = useState(false);
  const [position, setPosition] = useState({ index: 0, steps: 0 });
  const last = useRef<FoundMatch | null>(null);

  useEffect(() => {
    const model = sessionModel(sessionId);
    if (!isOpen || query === '' || model === undefined) {
      setFound([]);
      return;
    }
    let isWanted = true;
    const search = async () => {
      const count = createFinder(query);
      const matches: FoundMatch[] = [];
      for (let start = 0; start < order.length && isWanted; start += FIND_ENTRIES_PER_FRAME) {
        const page = order.slice(start, start + FIND_ENTRIES_PER_FRAME);
        await model.ensure(page);
        for (const id of page) {
          // Long transcripts do not stay in memory completely.
          await model.ensure([id]);
          const entry = model.entry(id);
          const times = entry === undefined ? 0 : count(entryText(entry));
          for (let nth = 0; nth < times && matches.length < FIND_MATCHES; nth++) {
            matches.push({ id, nth });
          }
        }
        await nextFrame();
      }
      if (!isWanted) return;
      setFound(matches);
      setPosition((before) => ({ ...before, index: indexNear(matches, last.current) }));
      setIsSearching(false);
    };
    setIsSearching(true);
    search().catch(reportError);
    return () => {
      isWanted = false;
    };
  }, [sessionId, isOpen, query, order]);

  const index = found.length === 0 ? null : Math.min(position.index, found.length - 1);
  const current = index === null ? null : (found[index] ?? null);
  last.current = current;

  const step = useCallback(
    (by: 1 | -1) =>
      setPosition(({ index: before, steps }) => ({
        index: found.length === 0 ? 0 : (before + by + found.length) % found.length,
        steps: steps + 1,
      })),
    [found],
  );
  const open = useCallback(() => setIsOpen(true), []);
  const close = useCallback(() => setIsOpen(false), []);

  return useMemo(
    () => ({
      isOpen,
      query,
      total: found.length,
      index,
      current,
      isSearching,
      steps: position.steps,
      open,
      close,
      setQuery,
      step,
    }),
    [isOpen, query, found, index, current, isSearching, position, open, close, step],
  );
}

/** The match that was current, or the last one, because the newest is wanted most often. */
function indexNear(matches: readonly FoundMatch[], before: FoundMatch | null): number {
  if (before === null) return Math.max(0, matches.length - 1);
  const same = matches.findIndex(({ id, nth }) => id === before.id && nth === before.nth);
  return same === -1 ? Math.max(0, matches.length - 1) : same;
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
