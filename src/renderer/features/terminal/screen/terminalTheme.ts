import type { ITheme } from '@xterm/xterm';

/** The token for each colour of a terminal. */
const tokens = {
  foreground: '--text-primary',
  background: '--surface-content',
  cursor: '--text-primary',
  cursorAccent: '--surface-content',
  selectionBackground: '--terminal-selection',
  selectionInactiveBackground: '--terminal-selection-inactive',
  scrollbarSliderBackground: '--border-strong',
  scrollbarSliderHoverBackground: '--border-control',
  scrollbarSliderActiveBackground: '--border-control',
  black: '--terminal-black',
  red: '--ansi-red',
  green: '--ansi-green',
  yellow: '--ansi-yellow',
  blue: '--ansi-blue',
  magenta: '--ansi-magenta',
  cyan: '--ansi-cyan',
  white: '--terminal-white',
  brightBlack: '--terminal-bright-black',
  brightRed: '--terminal-bright-red',
  brightGreen: '--terminal-bright-green',
  brightYellow: '--terminal-bright-yellow',
  brightBlue: '--terminal-bright-blue',
  brightMagenta: '--terminal-bright-magenta',
  brightCyan: '--terminal-bright-cyan',
  brightWhite: '--terminal-bright-white',
} satisfies Partial<Record<keyof ITheme, string>>;

/** The theme of the page as it is now. An element that uses a token computes its value. */
export function readTheme(): ITheme {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const entries = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(${token})`;
    return [name, style.color];
  });
  probe.remove();
  return Object.fromEntries(entries) as ITheme;
}

/** WCAG AA, or AAA if the user wants more contrast, because programs choose any colours. */
export function minimumContrast(): number {
  return document.documentElement.dataset.contrast === 'high' ? 7 : 4.5;
}

/**
 * Calls the listener when the page's colours may have changed, until the returned function is
 * called.
 */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', listener);
  };
}
