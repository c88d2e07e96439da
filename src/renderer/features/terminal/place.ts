import { useStore } from 'zustand';
import type { SessionId } from '#shared/ids';
import type { TerminalPlace } from '#shared/ipc/terminals';
import { worksInCopy } from '#shared/session/isolation';
import { activeSession, panesStore } from '#window/state/layout/panes';
import { folderStore } from '#window/state/projects/folderStore';
import { sessionSummary, sessionsStore, titleOf } from '#window/state/session/sessionsStore';

/** The folder of a new terminal: the active session's, or the window's project. */
export function currentPlace(): TerminalPlace {
  const sessionId = activeSession();
  return sessionId === null ? { folder: folderStore.getState().current } : { sessionId };
}

/** The user's own files, if the active session works in a copy of them. */
export function projectPlace(): { readonly folder: string } | null {
  const active = activeSession();
  const session = active === null ? undefined : sessionSummary(active);
  return session && worksInCopy(session.isolation) ? { folder: session.project } : null;
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

/** The title of a terminal's session, or “project”; empty for terminals of the active session. */
export function useOrigin(sessionId: SessionId | null): string {
  const active = useActiveSession();
  const session = useStore(sessionsStore, ({ sessions }) => sessionId && sessions?.get(sessionId));
  if (sessionId === active) return '';
  return sessionId === null ? 'project' : titleOf(session || undefined);
}

export function useActiveSession() {
  return useStore(panesStore, ({ active }) => active);
}
