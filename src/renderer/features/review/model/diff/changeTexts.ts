import { useEffect, useState } from 'react';
import type { ChangeId, SessionId } from '#shared/ids';
import type { ChangeTexts } from '#shared/ipc/changes';
import { call } from '#window/ipc/client';

/** The texts of the last files, so that going back and forth between files asks main once. */
const KEPT = 6;

const kept = new Map<string, Promise<ChangeTexts>>();

/** Loads the texts of a change. A change never changes, so they can be cached. */
export function loadTexts(sessionId: SessionId, changeId: ChangeId): Promise<ChangeTexts> {
  const key = `${sessionId}/${changeId}`;
  const known = kept.get(key);
  const texts = known ?? call('changes.texts', { sessionId, changeId });
  kept.delete(key);
  kept.set(key, texts);
  const oldest = kept.keys().next().value;
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  texts.catch(() => kept.delete(key));
  return texts;
}

export type Loading<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown };

export function useChangeTexts(sessionId: SessionId, changeId: ChangeId): Loading<ChangeTexts> {
  const [loaded, setLoaded] = useState<{ changeId: ChangeId; result: Loading<ChangeTexts> }>();
  useEffect(() => {
    let isCurrent = true;
    const set = (result: Loading<ChangeTexts>) => isCurrent && setLoaded({ changeId, result });
    loadTexts(sessionId, changeId).then(
      (value) => set({ state: 'loaded', value }),
      (error: unknown) => set({ state: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId, changeId]);
  return loaded?.changeId === changeId ? loaded.result : { state: 'loading' };
}
