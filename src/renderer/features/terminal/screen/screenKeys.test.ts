import { describe, expect, it } from 'vitest';
import { keyPurpose, type PressedKey } from './screenKeys';

function press(chord: string): PressedKey {
  const parts = chord.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    metaKey: parts.includes('Cmd'),
  };
}

describe('keyPurpose', () => {
  it.each(['Ctrl+k', 'Ctrl+b', 'Ctrl+n', 'Ctrl+\\', 'Ctrl+[', 'Ctrl+ ', 'a', 'Alt+b', 'F6'])(
    'leaves %s to the program even if a command uses it',
    (chord) => {
      expect(keyPurpose(press(chord), { isMac: false, isCommand: true, hasProgram: true })).toBe(
        'program',
      );
    },
  );

  it.each(['Ctrl+`', 'Ctrl+Shift+`', 'Ctrl+,', 'Ctrl+Shift+T'])('leaves %s to the app', (chord) => {
    expect(keyPurpose(press(chord), { isMac: false, isCommand: true, hasProgram: true })).toBe(
      'app',
    );
    expect(keyPurpose(press(chord), { isMac: false, isCommand: false, hasProgram: true })).toBe(
      'program',
    );
  });

  it('leaves every key of a command to the app where nothing runs', () => {
    const idle = { isMac: false, isCommand: true, hasProgram: false };
    expect(keyPurpose(press('Ctrl+k'), idle)).toBe('app');
    expect(keyPurpose(press('Ctrl+Shift+C'), idle)).toBe('copy');
    expect(keyPurpose(press('Enter'), { ...idle, isCommand: false })).toBe('program');
  });

  it('copies, pastes and finds as terminals do on each system', () => {
    const on = (isMac: boolean) => (chord: string) =>
      keyPurpose(press(chord), { isMac, isCommand: false, hasProgram: true });
    const linux = on(false);
    expect(['Ctrl+Shift+C', 'Ctrl+Shift+V', 'Ctrl+Shift+F', 'Shift+Insert'].map(linux)).toEqual([
      'copy',
      'paste',
      'find',
      'paste',
    ]);
    expect(['Ctrl+c', 'Ctrl+v', 'Ctrl+f'].map(linux)).toEqual(['program', 'program', 'program']);
    const mac = on(true);
    expect(['Cmd+c', 'Cmd+v', 'Cmd+f', 'Cmd+a'].map(mac)).toEqual([
      'copy',
      'paste',
      'find',
      'selectAll',
    ]);
    expect(keyPurpose(press('Cmd+k'), { isMac: true, isCommand: true, hasProgram: true })).toBe(
      'app',
    );
  });
});
