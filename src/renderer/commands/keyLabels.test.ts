import { describe, expect, it } from 'vitest';
import { parseKeyChord } from '#shared/commands/keyChord';
import { shortcutOf } from './keyLabels';

describe('shortcutOf', () => {
  const shortcut = (text: string, isMac: boolean) => {
    const chord = parseKeyChord(text, isMac);
    return chord && shortcutOf(chord, isMac);
  };

  it('uses words, and symbols on macOS', () => {
    expect(shortcut('Mod+Shift+P', false)).toEqual({
      labels: ['Ctrl', 'Shift', 'P'],
      aria: 'Control+Shift+P',
    });
    expect(shortcut('Mod+Shift+P', true)).toEqual({
      labels: ['⇧', '⌘', 'P'],
      aria: 'Shift+Meta+P',
    });
  });

  it('names the plus key so that it does not split the chord', () => {
    expect(shortcut('Mod++', false)?.aria).toBe('Control+Plus');
  });
});
