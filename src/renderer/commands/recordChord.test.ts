import { expect, it } from 'vitest';
import { type KeyPress, matchesKeyChord, parseKeyChord } from '#shared/commands/keyChord';
import { recordChord } from './recordChord';

const press = (key: string, code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
});

it.each([
  [press('n', 'KeyN', { ctrlKey: true }), 'Mod+N'],
  [press('N', 'KeyN', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+N'],
  [press('!', 'Digit1', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+1'],
  [press(' ', 'Space', { ctrlKey: true }), 'Mod+Space'],
  [press('+', 'NumpadAdd', { ctrlKey: true }), 'Mod+Plus'],
  [press('ф', 'KeyA', { altKey: true }), 'Alt+A'],
  [press('ArrowUp', 'ArrowUp', { metaKey: true }), 'Meta+Arrowup'],
  [press('F7', 'F7'), 'F7'],
])('records %j as %s, and parses it back', (pressed, text) => {
  expect(recordChord(pressed, false)).toBe(text);
  const chord = parseKeyChord(text, false);
  expect(chord && matchesKeyChord(chord, pressed)).toBe(true);
});

it('records Command as Mod on macOS', () => {
  expect(recordChord(press('n', 'KeyN', { metaKey: true }), true)).toBe('Mod+N');
  expect(recordChord(press('n', 'KeyN', { ctrlKey: true }), true)).toBe('Ctrl+N');
});

it('records neither modifiers alone nor keys that type', () => {
  expect(recordChord(press('Control', 'ControlLeft', { ctrlKey: true }), false)).toBeUndefined();
  expect(recordChord(press('a', 'KeyA'), false)).toBeUndefined();
  expect(recordChord(press('A', 'KeyA', { shiftKey: true }), false)).toBeUndefined();
  expect(recordChord(press('Dead', 'Quote', { ctrlKey: true }), false)).toBeUndefined();
});
