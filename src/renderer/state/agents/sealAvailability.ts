import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SealAvailability } from '#shared/seal';
import { call } from '#window/ipc/client';

interface SealState {
  /** Null until main has answered. */
  readonly seal: SealAvailability | null;
}

const store = createStore<SealState>(() => ({ seal: null }));

/**
 * Makes main test again whether this system can seal sessions, because the user may have fixed it.
 */
export async function lookForSeal(): Promise<SealAvailability> {
  const seal = await call('sessions.canSeal', null);
  store.setState({ seal });
  return seal;
}

/** The last answer. Code that shows it requests a new one. */
export function useSealAvailability(): SealAvailability | null {
  return useStore(store, ({ seal }) => seal);
}
