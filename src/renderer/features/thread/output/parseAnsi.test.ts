import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainStyle } from './ansiStyle';
import { parseAnsi } from './parseAnsi';

const text = (output: string) =>
  parseAnsi(output)
    .map((line) => line.map((span) => span.text).join(''))
    .join('\n');

describe('parseAnsi', () => {
  it('colours text by SGR and goes back to plain', () => {
    expect(parseAnsi('a\u001b[1;31mb\u001b[0mc')).toEqual([
      [
        { text: 'a', style: plainStyle },
        { text: 'b', style: { ...plainStyle, bold: true, color: 'var(--ansi-red)' } },
        { text: 'c', style: plainStyle },
      ],
    ]);
  });

  it('supports the larger palettes', () => {
    const color = (codes: string) => parseAnsi(`\u001b[${codes}mx`)[0]?.[0]?.style.color;
    expect(color('38;5;9')).toBe('var(--ansi-red)');
    expect(color('38;5;196')).toBe('rgb(255 0 0)');
    expect(color('38;5;244')).toBe('rgb(128 128 128)');
    expect(color('38;2;1;2;300')).toBe('rgb(1 2 255)');
    expect(color('38:2:1:2:3')).toBe('rgb(1 2 3)');
    expect(color('92')).toBe('var(--ansi-green)');
  });

  it('never conceals text', () => {
    expect(parseAnsi('\u001b[8mx')[0]?.[0]).toEqual({ text: 'x', style: plainStyle });
  });

  it('shows the final state of a progress bar', () => {
    expect(text('10%\r50%\r100%\nnext')).toBe('100%\nnext');
    expect(text('long line\rab\u001b[K')).toBe('ab');
    expect(text('abc\b\bX')).toBe('aXc');
    expect(text('one\r\ntwo\r\n')).toBe('one\ntwo');
  });

  it('follows multi-line displays that are redrawn', () => {
    const up = (lines: number) => `\u001b[${lines}A`;
    expect(text(`a 1%\nb 1%\n${up(2)}a 50%\nb 70%\n${up(2)}\u001b[2Kdone\n\u001b[J`)).toBe('done');
    expect(text(`one\ntwo\n${up(99)}\u001b[3Gx\u001b[1B\u001b[2Dyy`)).toBe('onx\ntyy');
    expect(text('word\u001b[1Kx')).toBe('    x');
    expect(text('ab\u001b[5Cc')).toBe('ab     c');
  });

  it('marks where a program used the full screen, and continues after it', () => {
    const full = '\u001b[?1049h\u001b[H\u001b[2Jeditor\u001b[?1049l';
    const lines = text(`before\n${full}after`).split('\n');
    expect(lines).toEqual(['before', expect.stringContaining('full-screen program'), 'after']);
  });

  it('drops every other escape', () => {
    const hostile = [
      '\u001b]0;title\u0007',
      '\u001b]8;;http://x\u001b\\',
      '\u001b[2J\u001b[1;1H',
      '\u001bPpayload\u001b\\',
      '\u001b(B',
      '\u001b7',
      '\u0007\u0000',
    ].join('');
    expect(text(`a${hostile}b`)).toBe('ab');
  });

  it('does not swallow text after an unterminated string', () => {
    expect(text(`\u001b]0;${'x'.repeat(10_000)}visible`)).toContain('visible');
    expect(text('a\u001b[')).toBe('a');
    expect(text('a\u001b')).toBe('a');
  });

  it('gives no control characters, whatever the input', () => {
    const part = fc.constantFrom(
      '\u001b',
      '[',
      ']',
      '31',
      'm',
      ';',
      '\r',
      '\n',
      '\b',
      'K',
      'A',
      'J',
      '?1049h',
      'a',
      '😀',
      '\u0007',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
        expect(text(parts.join(''))).not.toMatch(/(?![\n\t])\p{Cc}/u);
      }),
    );
  });
});
