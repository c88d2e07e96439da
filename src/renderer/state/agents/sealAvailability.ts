import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SealAvailability } from '#shared/seal';
import { call } from '#window/ipc/client';

interface SealState {
  /** Null until main has answered. */
  readonly seal: SealAvailability | null;
}

const store = createStore<SealState>(() => ({ seal: null }));

/** Has main try again whether this system can seal sessions: it may have been fixed meanwhile. */
export async function lookForSeal(): Promise<SealAvailability> {
  const seal = await call('sessions.canSeal', null);
  store.setState({ seal });
  return seal;
}

/** The last answer. Code that shows it requests a new one. */
export function useSealAvailability(): SealAvailability | null {
  return useStore(store, ({ seal }) => seal);
}
