import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type DialogName, dialogStore } from '../state/dialogStore';

const load = {
  newSession: () => import('../features/sessions/NewSessionDialog'),
  importSession: () => import('../features/sessions/ImportDialog'),
  broadcast: () => import('../features/sessions/BroadcastDialog'),
  settings: () => import('../features/settings/SettingsDialog'),
  palette: () => import('../features/palette/CommandPalette'),
} satisfies Record<DialogName, () => Promise<unknown>>;

const NewSessionDialog = lazy(async () => ({
  default: (await load.newSession()).NewSessionDialog,
}));
const ImportDialog = lazy(async () => ({ default: (await load.importSession()).ImportDialog }));
const BroadcastDialog = lazy(async () => ({ default: (await load.broadcast()).BroadcastDialog }));
const SettingsDialog = lazy(async () => ({ default: (await load.settings()).SettingsDialog }));
const CommandPalette = lazy(async () => ({ default: (await load.palette()).CommandPalette }));

/**
 * Dialogs are loaded after the first paint and drawn from their first opening on; they stay drawn
 * when closed, so that they can animate out and give focus back.
 */
export function Dialogs() {
  const used = useUsedDialogs();
  useEffect(() => {
    const handle = requestIdleCallback(
      () => void Promise.all(Object.values(load).map((one) => one())),
    );
    return () => cancelIdleCallback(handle);
  }, []);
  return (
    <Suspense fallback={null}>
      {used.has('newSession') && <NewSessionDialog />}
      {used.has('importSession') && <ImportDialog />}
      {used.has('broadcast') && <BroadcastDialog />}
      {used.has('settings') && <SettingsDialog />}
      {used.has('palette') && <CommandPalette />}
    </Suspense>
  );
}

function useUsedDialogs(): ReadonlySet<DialogName> {
  const open = useStore(dialogStore, (state) => state.open);
  const [used, setUsed] = useState<ReadonlySet<DialogName>>(new Set());
  if (open !== null && !used.has(open)) setUsed(new Set([...used, open]));
  return used;
}
