import { nativeTheme } from 'electron';
import type { Settings } from '#shared/settings';

/** The page follows `prefers-color-scheme`, so telling Chromium is all that a theme needs. */
export function applyTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme === 'high-contrast' ? 'dark' : theme;
}
