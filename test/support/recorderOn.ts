import { onTestFinished } from 'vitest';
import { type SessionJournal, SessionRecorder } from '#main/host/session/sessionRecorder';
import { ok } from '#shared/errors';
import type { KeptState } from '#shared/session/state';

/** A session's recorder without a log, whose disk takes as long as the test wants. */
export function recorderOn(
  state: KeptState,
  disk: Promise<void> = Promise.resolve(),
  own: Partial<SessionJournal> = {},
) {
  const journal: SessionJournal = {
    size: 0,
    append: () => undefined,
    sync: () => disk,
    recovery: async () => undefined,
    congestion: () => null,
    externalise: (event) => event,
    settleTexts: async () => ok(),
    ...own,
  };
  const recorder = new SessionRecorder(
    state,
    journal,
    () => 1_000,
    (emit) => ({
      push: (event) => emit([event]),
      flush: () => undefined,
      end: () => undefined,
      dispose: () => undefined,
    }),
  );
  onTestFinished(() => recorder.dispose());
  return recorder;
}
