import { useStore } from 'zustand';
import type { TerminalPlace } from '#shared/ipc/terminals';
import { folderStore } from '../../state/folderStore';
import { activeSession, panesStore } from '../../state/panes';

/** Where a new terminal opens: with the session that is in front, or in the window's project. */
export function currentPlace(): TerminalPlace {
  const sessionId = activeSession();
  return sessionId === null ? { folder: folderStore.getState().current } : { sessionId };
}

export function onPlaceChange(listener: () => void): () => void {
  const stops = [
    panesStore.subscribe((state, previous) => {
      if (state.active !== previous.active) listener();
    }),
    folderStore.subscribe((state, previous) => {
      if (state.current !== previous.current) listener();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

export function useActiveSession() {
  return useStore(panesStore, ({ active }) => active);
}
