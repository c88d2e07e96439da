import type { KeyChord } from '#shared/commands/keyChord';
import { capital } from '#shared/text/capital';
import type { Shortcut } from '#window/ui/text/Kbd';

const keyNames: Readonly<Record<string, string>> = {
  ' ': 'Space',
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
};

const macKeyNames: Readonly<Record<string, string>> = {
  enter: '⏎',
  escape: 'esc',
  tab: '⇥',
  backspace: '⌫',
  delete: '⌦',
};

const ariaKeyNames: Readonly<Record<string, string>> = {
  ' ': 'Space',
  '+': 'Plus',
  escape: 'Escape',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
};

/** How a chord is shown: symbols in Apple's order on macOS, words elsewhere. */
export function shortcutOf(chord: KeyChord, isMac: boolean): Shortcut {
  return { labels: labelsOf(chord, isMac), aria: ariaOf(chord) };
}

function labelsOf(chord: KeyChord, isMac: boolean): readonly string[] {
  const name =
    (isMac ? macKeyNames[chord.key] : undefined) ?? keyNames[chord.key] ?? capital(chord.key);
  const held = isMac
    ? [chord.control && '⌃', chord.alt && '⌥', chord.shift && '⇧', chord.meta && '⌘']
    : [chord.control && 'Ctrl', chord.meta && 'Super', chord.alt && 'Alt', chord.shift && 'Shift'];
  return [...held.filter((label) => label !== false), name];
}

function ariaOf(chord: KeyChord): string {
  const held = [
    chord.control && 'Control',
    chord.alt && 'Alt',
    chord.shift && 'Shift',
    chord.meta && 'Meta',
  ].filter((label) => label !== false);
  return [...held, ariaKeyNames[chord.key] ?? capital(chord.key)].join('+');
}
