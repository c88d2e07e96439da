import { useCallback, useEffect, useState } from 'react';
import type { AgentId } from '#shared/ids';
import type { RemoteSession } from '#shared/ipc/contract';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { call } from '#window/ipc/client';

/** A request starts the agent, which must not happen for every letter of a folder's name. */
const TYPING_MILLISECONDS = 500;

export interface RemotePlace {
  readonly agentId: AgentId | null;
  readonly folder: string;
  readonly everywhere: boolean;
}

export type ListingState =
  | { readonly state: 'idle' | 'looking' }
  | { readonly state: 'listed'; readonly sessions: readonly RemoteSession[] }
  | { readonly state: 'failed'; readonly message: string };

/** The sessions that an agent lists for a folder; null while they load. */
export function useRemoteSessions(place: RemotePlace | null): {
  readonly listing: ListingState;
  look(): void;
} {
  const [listing, setListing] = useState<ListingState>({ state: 'idle' });
  const [attempt, setAttempt] = useState(0);
  const agentId = place?.agentId ?? null;
  const folder = place?.folder.trim() ?? '';
  const everywhere = place?.everywhere ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt looks again.
  useEffect(() => {
    if (agentId === null || folder === '') {
      setListing({ state: 'idle' });
      return;
    }
    let isWanted = true;
    setListing({ state: 'looking' });
    const timer = setTimeout(() => {
      call('sessions.remote', { agentId, folder, everywhere }).then(
        (sessions) => isWanted && setListing({ state: 'listed', sessions }),
        (error: unknown) =>
          isWanted && setListing({ state: 'failed', message: errorMessage(error) }),
      );
    }, TYPING_MILLISECONDS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [agentId, folder, everywhere, attempt]);
  const look = useCallback(() => setAttempt((count) => count + 1), []);
  return { listing, look };
}
