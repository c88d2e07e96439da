import { describe, expect, it } from 'vitest';
import { withoutEscapes } from './withoutEscapes';

describe('plainText', () => {
  it.each([
    ['colours', '\u001b[1;31merror\u001b[0m: \u001b[38;2;1;2;3mred', 'error: red'],
    ['cursor movement', 'a\u001b[2K\u001b[1Gb\u001b[?25l', 'ab'],
    ['a link', '\u001b]8;;https://x.example\u0007text\u001b]8;;\u001b\\', 'text'],
    ['a title and the clipboard', '\u001b]0;title\u0007\u001b]52;c;aGk=\u001b\\x', 'x'],
    ['8-bit forms', '\u009b31mred\u009d0;title\u009c.', 'red.'],
    ['short ones', '\u001b(B\u001bcx\u001b=y\u001b7', 'xy'],
    ['an open end', 'x\u001b[31', 'x'],
    ['control characters', 'a\u0000b\bc\u007fd\te\nf', 'abcd\te\nf'],
    ['progress', '10%\r20%\r\ndone', '10%\n20%\ndone'],
  ])('removes %s', (_name, text, plain) => {
    expect(withoutEscapes(text)).toBe(plain);
  });

  it('does not hang on hostile text', { timeout: 10_000 }, () => {
    for (const part of [
      '\u001b[',
      '\u001b]',
      '\u001b[0',
      '\u001bP\u001b',
      '\u001b ',
      '\u009d',
      '1;',
    ]) {
      withoutEscapes(`\u001b[${part.repeat(100_000)}`);
      withoutEscapes(`\u001b]${part.repeat(100_000)}`);
    }
  });
});
