import { onTestFinished } from 'vitest';
import { Questions } from '#main/host/session/questions';
import { SessionRecorder } from '#main/host/session/sessionRecorder';
import { ok } from '#shared/errors';
import { createIdSource } from '#shared/ids';
import type { Judgement } from '#shared/permissions/judge';
import type { SessionEvent } from '#shared/session/events';
import { foldAll } from './foldAll';
import { created, SESSION, stamp } from './sessionEvents';

export const ask = {
  toolCallId: 'call',
  tool: { title: 'Edit', status: 'pending' as const },
  title: 'Edit',
  options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' as const }],
};

/** The questions of a session with these events, on a disk without delays. */
export function setUp(...events: readonly SessionEvent[]) {
  return setUpRuled(undefined, ...events);
}

export function setUpRuled(
  ruled: { judge(): Promise<Judgement> } | undefined,
  ...events: readonly SessionEvent[]
) {
  const state = foldAll(SESSION, stamp([created(), ...events]));
  const journal = {
    size: 0,
    append: () => undefined,
    sync: () => Promise.resolve(),
    recovery: () => Promise.resolve(),
    congestion: () => null,
    externalise: (event: SessionEvent) => event,
    settleTexts: async () => ok(),
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
  let last = 0;
  const questions = new Questions(
    recorder,
    createIdSource(() => String(++last)),
    ruled,
  );
  const signal = new AbortController();
  return { state, recorder, questions, signal, journal };
}
