import { useCallback, useSyncExternalStore } from 'react';
import type { EntryId, SessionId } from '#shared/ids';
import { type SessionCondition, soundCondition } from '#shared/session/condition';
import type { Entry } from '#shared/session/entries';
import type { SessionHead } from '#shared/session/state';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { FLUSHES_PER_FRAME, FLUSHES_WHILE_TYPING, TYPING_MILLISECONDS } from '#window/state/limits';
import { FlushQueue } from '#window/state/listeners';
import { SessionModel } from './sessionModel';

interface Held {
  readonly model: SessionModel;
  holders: number;
}

const held = new Map<SessionId, Held>();
let typedAt = Number.NEGATIVE_INFINITY;
window.addEventListener(
  'keydown',
  () => {
    typedAt = performance.now();
  },
  { capture: true, passive: true },
);

const flushes = new FlushQueue(
  () =>
    performance.now() - typedAt < TYPING_MILLISECONDS ? FLUSHES_WHILE_TYPING : FLUSHES_PER_FRAME,
  (callback) => requestAnimationFrame(callback),
);

onEvent('session.appended', ({ sessionId, events }) => held.get(sessionId)?.model.receive(events));

onEvent('session.condition', ({ sessionId, condition }) =>
  held.get(sessionId)?.model.receiveCondition(condition),
);

/** Keeps a session loaded until all of its holders have released it. */
export function holdSession(id: SessionId): () => void {
  const entry = held.get(id) ?? open(id);
  entry.holders++;
  return () => {
    entry.holders--;
    // A view that replaces another subscribes a moment after the other has unsubscribed.
    if (entry.holders === 0) queueMicrotask(() => letGo(id, entry));
  };
}

/** The session's model while it is held. */
export function sessionModel(id: SessionId): SessionModel | undefined {
  return held.get(id)?.model;
}

/** The session's head. Every listener also holds the session. */
export function useSessionHead(id: SessionId): SessionHead | undefined {
  const subscribe = useCallback(
    (listener: () => void) => listen(id, (model) => model.headListeners.subscribe(listener)),
    [id],
  );
  return useSyncExternalStore(subscribe, () => held.get(id)?.model.head());
}

/** Why the session could not be opened; null if it was opened or is about to be. */
export function useOpenFault(id: SessionId): unknown {
  const subscribe = useCallback(
    (listener: () => void) => listen(id, (model) => model.headListeners.subscribe(listener)),
    [id],
  );
  return useSyncExternalStore(subscribe, () => held.get(id)?.model.fault() ?? null);
}

/** The session's present facts that are in no log. */
export function useSessionCondition(id: SessionId): SessionCondition {
  const subscribe = useCallback(
    (listener: () => void) => listen(id, (model) => model.conditionListeners.subscribe(listener)),
    [id],
  );
  return useSyncExternalStore(subscribe, () => held.get(id)?.model.condition() ?? soundCondition);
}

export function useTranscriptOrder(id: SessionId): readonly EntryId[] {
  const subscribe = useCallback(
    (listener: () => void) => listen(id, (model) => model.orderListeners.subscribe(listener)),
    [id],
  );
  return useSyncExternalStore(subscribe, () => held.get(id)?.model.order() ?? nothing);
}

/** One entry, which is requested if it is not loaded. */
export function useEntry(id: SessionId, entryId: EntryId): Entry | undefined {
  const subscribe = useCallback(
    (listener: () => void) =>
      listen(id, (model) => {
        model.want(entryId);
        return model.subscribeEntry(entryId, listener);
      }),
    [id, entryId],
  );
  return useSyncExternalStore(subscribe, () => held.get(id)?.model.entry(entryId));
}

const nothing: readonly EntryId[] = [];

function listen(id: SessionId, subscribe: (model: SessionModel) => () => void): () => void {
  const release = holdSession(id);
  const unsubscribe = subscribe((held.get(id) ?? open(id)).model);
  return () => {
    unsubscribe();
    release();
  };
}

function open(id: SessionId): Held {
  const entry: Held = { model: createModel(id), holders: 0 };
  held.set(id, entry);
  entry.model.open().catch(reportError);
  return entry;
}

function letGo(id: SessionId, entry: Held): void {
  if (entry.holders > 0 || held.get(id) !== entry) return;
  held.delete(id);
  flushes.delete(entry.model);
  call('sessions.close', { sessionId: id }).catch(reportError);
}

function createModel(id: SessionId): SessionModel {
  const model: SessionModel = new SessionModel(
    id,
    {
      open: (sessionId) => call('sessions.open', { sessionId }),
      entries: (sessionId, entryIds) => call('sessions.entries', { sessionId, entryIds }),
    },
    () => flushes.add(model),
    reportError,
  );
  return model;
}
