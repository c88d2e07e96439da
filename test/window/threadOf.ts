import type { SessionId } from '#shared/ids';
import { ThreadMemory } from '#window/features/thread/scroll/threadMemory';
import type { ThreadContextValue } from '#window/features/thread/threadContext';

/** What the parts of a transcript are told about it, by a `ThreadContext`. */
export function threadOf(sessionId: SessionId, memory = new ThreadMemory()): ThreadContextValue {
  return {
    sessionId,
    memory,
    folders: [],
    focusTranscript: () => undefined,
    openSession: () => undefined,
  };
}
