import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type DialogName, dialogStore } from '#window/state/layout/dialogStore';

const load = {
  newSession: () => import('#window/features/sessions/new/NewSessionDialog'),
  importSession: () => import('#window/features/sessions/import/ImportDialog'),
  broadcast: () => import('#window/features/sessions/new/BroadcastDialog'),
  compare: () => import('#window/features/compare/CompareDialog'),
  scores: () => import('#window/features/compare/ScoreDialog'),
  whoWrote: () => import('#window/features/provenance/WhoWroteDialog'),
  projectSetup: () => import('#window/features/sessions/setup/ProjectSetupDialog'),
  settings: () => import('#window/features/settings/SettingsDialog'),
  update: () => import('#window/features/updates/UpdateDialog'),
  palette: () => import('#window/features/palette/CommandPalette'),
} satisfies Record<DialogName, () => Promise<unknown>>;

const NewSessionDialog = lazy(async () => {
  const [{ NewSessionDialog: Dialog }, { startPrompt }] = await Promise.all([
    load.newSession(),
    import('#window/features/composer/start/startPrompt'),
  ]);
  return { default: () => <Dialog startPrompt={startPrompt} /> };
});
const ImportDialog = lazy(async () => ({ default: (await load.importSession()).ImportDialog }));
const BroadcastDialog = lazy(async () => ({ default: (await load.broadcast()).BroadcastDialog }));
const CompareDialog = lazy(async () => {
  const [{ CompareDialog: Dialog }, { TwoTexts }, { acceptAll }] = await Promise.all([
    load.compare(),
    import('#window/features/review/compare/TwoTexts'),
    import('./acceptAll'),
  ]);
  const tools = { TwoTexts, acceptAll };
  return { default: () => <Dialog tools={tools} /> };
});
const ScoreDialog = lazy(async () => ({ default: (await load.scores()).ScoreDialog }));
const WhoWroteDialog = lazy(async () => ({ default: (await load.whoWrote()).WhoWroteDialog }));
const ProjectSetupDialog = lazy(async () => ({
  default: (await load.projectSetup()).ProjectSetupDialog,
}));
const SettingsDialog = lazy(async () => ({ default: (await load.settings()).SettingsDialog }));
const UpdateDialog = lazy(async () => ({ default: (await load.update()).UpdateDialog }));
const CommandPalette = lazy(async () => ({ default: (await load.palette()).CommandPalette }));

/**
 * Dialogs are loaded after the first paint and drawn from their first opening on; they stay drawn
 * when closed, so that they can animate out and give focus back.
 */
export function Dialogs() {
  const [used, use] = useUsedDialogs();
  useEffect(() => {
    const handle = requestIdleCallback(async () => {
      await Promise.all(Object.values(load).map((one) => one()));
      // The first opening must be as fast as later ones, because users start typing at once.
      use('palette');
      use('newSession');
    });
    return () => cancelIdleCallback(handle);
  }, [use]);
  return (
    <Suspense fallback={null}>
      {used.has('newSession') && <NewSessionDialog />}
      {used.has('importSession') && <ImportDialog />}
      {used.has('broadcast') && <BroadcastDialog />}
      {used.has('compare') && <CompareDialog />}
      {used.has('scores') && <ScoreDialog />}
      {used.has('whoWrote') && <WhoWroteDialog />}
      {used.has('projectSetup') && <ProjectSetupDialog />}
      {used.has('settings') && <SettingsDialog />}
      {used.has('update') && <UpdateDialog />}
      {used.has('palette') && <CommandPalette />}
    </Suspense>
  );
}

function useUsedDialogs(): [ReadonlySet<DialogName>, (name: DialogName) => void] {
  const open = useStore(dialogStore, (state) => state.open);
  const [used, setUsed] = useState<ReadonlySet<DialogName>>(new Set());
  const use = useCallback((name: DialogName) => setUsed((before) => new Set(before).add(name)), []);
  if (open !== null && !used.has(open)) use(open);
  return [used, use];
}
