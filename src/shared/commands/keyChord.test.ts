import { describe, expect, it } from 'vitest';
import { isModified, type KeyPress, matchesKeyChord, parseKeyChord } from './keyChord';

const press = (key: string, code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
});

const matches = (text: string, pressed: KeyPress, isMac = false) => {
  const chord = parseKeyChord(text, isMac);
  return chord !== undefined && matchesKeyChord(chord, pressed);
};

describe('parseKeyChord', () => {
  it('reads Mod as Control, and as Command on macOS', () => {
    expect(parseKeyChord('Mod+N', false)).toMatchObject({ control: true, meta: false, key: 'n' });
    expect(parseKeyChord('CmdOrCtrl+N', true)).toMatchObject({ control: false, meta: true });
  });

  it('reads modifiers in any order and case, and alternative names of keys', () => {
    expect(parseKeyChord('shift + ALT + esc', false)).toEqual({
      control: false,
      alt: true,
      shift: true,
      meta: false,
      key: 'escape',
    });
  });

  it('reads the plus key', () => {
    expect(parseKeyChord('Mod++', false)).toMatchObject({ control: true, key: '+' });
    expect(parseKeyChord('Mod+Plus', false)).toMatchObject({ control: true, key: '+' });
    expect(parseKeyChord('+', false)).toMatchObject({ key: '+' });
  });

  it.each(['', 'Mod+', 'Hyper+N', 'Mod+Banana', 'N+Mod', 'Mod+F25'])('refuses %j', (text) =>
    expect(parseKeyChord(text, false)).toBeUndefined(),
  );
});

describe('matchesKeyChord', () => {
  it('requires exactly the modifiers that it names', () => {
    expect(matches('Mod+N', press('n', 'KeyN', { ctrlKey: true }))).toBe(true);
    expect(matches('Mod+N', press('N', 'KeyN', { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(matches('Mod+N', press('n', 'KeyN', { metaKey: true }))).toBe(false);
    expect(matches('Mod+N', press('n', 'KeyN', { metaKey: true }), true)).toBe(true);
  });

  it('matches the typed character on Latin layouts', () => {
    expect(matches('Mod+K', press('k', 'KeyV', { ctrlKey: true }))).toBe(true);
    expect(matches('Mod+K', press('t', 'KeyK', { ctrlKey: true }))).toBe(false);
  });

  it('matches the physical key on other scripts', () => {
    expect(matches('Mod+K', press('л', 'KeyK', { ctrlKey: true }))).toBe(true);
  });

  it('matches digits and punctuation typed with Shift', () => {
    expect(matches('Mod+Shift+1', press('!', 'Digit1', { ctrlKey: true, shiftKey: true }))).toBe(
      true,
    );
    expect(matches('Mod+Shift+/', press('?', 'Slash', { ctrlKey: true, shiftKey: true }))).toBe(
      true,
    );
    expect(matches('Mod+,', press(',', 'Comma', { ctrlKey: true }))).toBe(true);
  });
});

describe('isModified', () => {
  it('distinguishes chords from typing', () => {
    const modified = (text: string) => {
      const chord = parseKeyChord(text, false);
      return chord !== undefined && isModified(chord);
    };
    expect(modified('Mod+N')).toBe(true);
    expect(modified('F5')).toBe(true);
    expect(modified('Shift+N')).toBe(false);
    expect(modified('F')).toBe(false);
  });
});
