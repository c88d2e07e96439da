import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { EntryId, SessionId } from '#shared/ids';
import { sessionModel } from '../../state/sessionModels';
import type { ThreadMemory } from './threadMemory';
import { type ThreadRow, threadRows } from './threadRows';

/** The rows as they are now; `remake` is for entries that come late and belong elsewhere. */
export function useThreadRows(
  sessionId: SessionId,
  order: readonly EntryId[],
  memory: ThreadMemory,
): [rows: readonly ThreadRow[], remake: () => void] {
  const folds = useSyncExternalStore(memory.foldListeners.subscribe, memory.foldVersion);
  const [late, setLate] = useState(0);
  const remake = useCallback(() => setLate((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last two count changes of what is read.
  const rows = useMemo(() => {
    const model = sessionModel(sessionId);
    return threadRows(order, {
      entry: (id) => model?.entry(id),
      isFolded: (id) => memory.isOpen(id) === false,
    });
  }, [sessionId, order, memory, folds, late]);
  return [rows, remake];
}
