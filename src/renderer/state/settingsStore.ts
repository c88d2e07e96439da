import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SettingsSnapshot } from '#shared/ipc/contract';
import { defaultSettings, type Settings, type SettingsPath } from '#shared/settings';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

/** The settings as main last reported them. Nothing else may write to it. */
export const settingsStore = createStore<SettingsSnapshot>(() => ({
  settings: defaultSettings,
  problems: [],
}));

export async function loadSettings(): Promise<void> {
  // Listens first, because a change between the answer and listening would be lost.
  onEvent('settings.changed', (snapshot) => settingsStore.setState(snapshot));
  settingsStore.setState(await call('settings.get', null));
}

/**
 * Requests a change from main; the store changes once main reports it. False: nothing was saved,
 * and the user was told.
 */
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
