import { describe, expect, it } from 'vitest';
import { BoundedSequences } from './boundedSequences';

const size = { columns: 80, rows: 24 };
const taken = (...pieces: readonly string[]) => {
  const bounded = new BoundedSequences();
  return pieces.map((piece) => bounded.take(piece, size)).join('');
};

describe('BoundedSequences', () => {
  it.each([
    ['\x1b[2147483647L', '\x1b[24L'],
    ['\x1b[99999999999999999999M', '\x1b[24M'],
    ['\x9b25S', '\x1b[24S'],
    ['\x1b[0000000000025T', '\x1b[24T'],
    ['\x1b[99;1;1;1;1T', '\x1b[24T'],
    ['\x1b[99:5L', '\x1b[24L'],
    ['\x1b[1000000I', '\x1b[80I'],
    ['\x1b[1000000Z', '\x1b[80Z'],
    ['x\x1b[2147483647b', 'x\x1b[1920b'],
    // Control characters do not end a sequence.
    ['\x1b\n[21\r474836\x0747L', '\n\r\x07\x1b[24L'],
    ['\x1b[21\x7f47483647L', '\x1b[24L'],
    // What was begun before is given up by both.
    ['\x1b]0;title\x1b[2147483647L', '\x1b]0;title\x1b[24L'],
    ['\x1b[12\x1b[2147483647L', '\x1b[12\x1b[24L'],
    ['\x1b[12\x9b2147483647L', '\x1b[12\x1b[24L'],
  ])('bounds %j', (text, expected) => {
    expect(taken(text)).toBe(expected);
    expect(taken(...text)).toBe(expected);
  });

  it.each([
    'plain text ünï 🚀\r\n',
    '\x1b[24L\x1b[L\x1b[5M\x1b[1920b\x1b[80I',
    '\x1b[38;2;255;128;0mcolour\x1b[0m',
    '\x1b[999;999H\x1b[9999C\x1b[?1049h\x1b[?2004h',
    '\x1b]0;a [99999L title\x07\x1b]52;c;aGk=\x1b\\',
    '\x1bP$q"p\x1b\\\x1bP99999L\x1b\\',
    '\x1b[99999 @\x1b[?99999L\x1b[>99999T',
    '99999L [99999L \x18[99999L',
    '\x1b(B\x1b7\x1b8\x1b=\x1b>\x1bc\x1b#8',
    '\x1b[12\x18text\x1b[12ütext\x1b',
  ])('leaves %j as it is', (text) => {
    expect(taken(text)).toBe(text.endsWith('\x1b') ? text.slice(0, -1) : text);
    expect(taken(...text)).toBe(taken(text));
  });

  it('holds back the beginning of a sequence until its end comes', () => {
    const bounded = new BoundedSequences();
    expect(bounded.take('a\x1b[3', size)).toBe('a');
    expect(bounded.take('1m', size)).toBe('\x1b[31m');
  });

  it('drops a sequence without end, and draws what follows', () => {
    expect(taken(`a\x1b[${'1;'.repeat(100_000)}2147483647Lb`)).toBe('ab');
  });
});
