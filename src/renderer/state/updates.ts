import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { UpdateAnswer, UpdateState } from '#shared/ipc/updates';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { showToast } from '#window/ui/overlay/toasts';
import { openDialog } from './layout/dialogStore';

/** Main's last report about newer versions of the app. */
const store = createStore<{ readonly state: UpdateState }>(() => ({
  state: { type: 'unavailable' },
}));

/** Newer versions, kept up to date while shown. */
export function useUpdates(): UpdateState {
  useEffect(() => {
    const stop = onEvent('updates.changed', (state) => store.setState({ state }));
    call('updates.state', null).then((state) => store.setState({ state }), reportError);
    return stop;
  }, []);
  return useStore(store, ({ state }) => state);
}

export function answerUpdate(answer: UpdateAnswer): void {
  call('updates.answer', { answer }).catch(reportError);
}

/** Looks for updates at the user's request, and always reports the result. */
export async function checkForUpdates(): Promise<void> {
  const state = await call('updates.check', null);
  switch (state.type) {
    case 'unavailable':
      showToast({ title: 'This build does not check for updates' });
      break;
    case 'none':
      if (state.problem === null) showToast({ title: 'Airlock is up to date' });
      else showToast({ title: 'Could not check for updates', description: state.problem });
      break;
    default:
      openDialog('update');
  }
}
