import { useSyncExternalStore } from 'react';
import { settingsStore } from '#window/state/settingsStore';

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const systemWantsContrast = window.matchMedia('(prefers-contrast: more)');

/** Marks the page with the theme and the contrast that the tokens go by, now and at each change. */
export function followAppearance(root: HTMLElement): void {
  const apply = () => {
    const { theme } = settingsStore.getState().settings;
    const wantsContrast = theme === 'high-contrast' || systemWantsContrast.matches;
    root.dataset.theme = theme;
    root.dataset.contrast = wantsContrast ? 'high' : 'normal';
  };
  apply();
  settingsStore.subscribe(apply);
  systemWantsContrast.addEventListener('change', apply);
}

/** Light if the window is dark now, whether by choice or by the system, and the other way round. */
export function otherTheme(): 'light' | 'dark' {
  const { theme } = settingsStore.getState().settings;
  if (theme === 'light') return 'dark';
  return theme === 'system' && !systemIsDark.matches ? 'dark' : 'light';
}

export function useOtherTheme(): 'light' | 'dark' {
  return useSyncExternalStore(onAppearanceChange, otherTheme);
}

function onAppearanceChange(listener: () => void): () => void {
  const unsubscribe = settingsStore.subscribe(listener);
  systemIsDark.addEventListener('change', listener);
  return () => {
    unsubscribe();
    systemIsDark.removeEventListener('change', listener);
  };
}
