import { useSyncExternalStore } from 'react';
import { settingsStore } from '#window/state/settingsStore';

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const systemWantsContrast = window.matchMedia('(prefers-contrast: more)');

/** Sets the theme and contrast that the tokens depend on, now and whenever they change. */
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

/** Light if the window is dark now, by choice or because of the system; otherwise dark. */
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
