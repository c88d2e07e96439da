import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AppInfo } from '#shared/ipc/contract';
import { call } from '#window/ipc/client';

/** Loaded before anything is drawn, and constant from then on. */
const appInfoStore = createStore<AppInfo>(() => ({
  version: '',
  electron: '',
  node: '',
  isTrial: false,
  platform: '',
  logFolder: '',
  settingsPath: '',
}));

export async function loadAppInfo(): Promise<void> {
  appInfoStore.setState(await call('app.info', null));
}

export function useAppInfo(): AppInfo {
  return useStore(appInfoStore);
}

export function isMac(): boolean {
  return appInfoStore.getState().platform === 'darwin';
}
