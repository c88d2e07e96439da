import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TerminalModes } from './terminalModes';

function modesAfter(...texts: string[]): TerminalModes {
  const modes = new TerminalModes();
  for (const text of texts) modes.scan(text);
  return modes;
}

describe('TerminalModes', () => {
  it('remembers modes that are set', () => {
    const modes = modesAfter('\x1b[?1049h\x1b[?1000;1006h\x1b[?2004h', 'text', '\x1b[?2004l');
    expect(modes.isAlternateScreen).toBe(true);
    expect(modes.toSequences()).toBe('\x1b[?1049h\x1b[?1000h\x1b[?1006h');
  });

  it('remembers default modes that were switched off', () => {
    expect(modesAfter('\x1b[?25l').toSequences()).toBe('\x1b[?25l');
    expect(modesAfter('\x1b[?25l\x1b[?25h').toSequences()).toBe('');
  });

  it('forgets everything at a reset', () => {
    expect(modesAfter('\x1b[?1049h\x1b=\x1bc').toSequences()).toBe('');
  });

  it('ignores temporary modes', () => {
    expect(modesAfter('\x1b[?2026h\x1b[?12h').toSequences()).toBe('');
  });

  it('finds sequences wherever the output is split', () => {
    const text = 'a\x1b[?1049hb\x1b[31mc\x1b[?1002;1006hd\x1b[?25l';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        expect(modesAfter(...pieces).toSequences()).toBe(modesAfter(text).toSequences());
      }),
    );
  });
});
