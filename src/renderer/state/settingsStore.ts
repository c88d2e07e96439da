import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SettingsSnapshot } from '#shared/ipc/contract';
import { defaultSettings, type Settings, type SettingsPath } from '#shared/settings';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

/** What main last said the settings are. Nothing else may write to it. */
export const settingsStore = createStore<SettingsSnapshot>(() => ({
  settings: defaultSettings,
  problems: [],
}));

export async function loadSettings(): Promise<void> {
  // Listening comes first: a change between the answer and the listening would be lost.
  onEvent('settings.changed', (snapshot) => settingsStore.setState(snapshot));
  settingsStore.setState(await call('settings.get', null));
}

/** Asks main for a change; the store follows when main says that it happened. False: nothing was saved, and the user was told. */
export async function updateSetting(path: SettingsPath, value: unknown): Promise<boolean> {
  try {
    await call('settings.update', { changes: [{ path, value }] });
    return true;
  } catch (error) {
    reportError(error);
    return false;
  }
}

export function useSettings<T>(select: (settings: Settings) => T): T {
  return useStore(settingsStore, (state) => select(state.settings));
}

export function useSettingsProblems(): SettingsSnapshot['problems'] {
  return useStore(settingsStore, (state) => state.problems);
}
