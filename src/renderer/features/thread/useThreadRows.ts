import { useMemo, useSyncExternalStore } from 'react';
import type { EntryId, SessionId } from '#shared/ids';
import { sessionModel } from '../../state/sessionModels';
import type { ThreadMemory } from './threadMemory';
import { type ThreadRow, threadRows } from './threadRows';

/** The rows as they are now. */
export function useThreadRows(
  sessionId: SessionId,
  order: readonly EntryId[],
  memory: ThreadMemory,
): readonly ThreadRow[] {
  const folds = useSyncExternalStore(memory.foldListeners.subscribe, memory.foldVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last one counts changes of what is read.
  return useMemo(() => {
    const model = sessionModel(sessionId);
    return threadRows(order, {
      place: (id) => model?.place(id),
      isFolded: (id) => memory.isOpen(id) === false,
    });
  }, [sessionId, order, memory, folds]);
}
