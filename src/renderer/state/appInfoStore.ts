import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AppInfo } from '#shared/ipc/contract';
import { call } from '#window/ipc/client';

/** Constant once loaded, which is before anything is drawn. */
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
