import { describe, expect, it } from 'vitest';
import { lineCount, pasteText } from './pasteText';

describe('pasteText', () => {
  it('cannot escape a bracketed paste', () => {
    expect(pasteText('a\x1b[201~rm -rf /\r')).toBe('a[201~rm -rf /\r');
    expect(pasteText('a\u009b201~b')).toBe('a201~b');
  });

  it('leaves ordinary text unchanged', () => {
    const text = 'tab\there\r\nnext ünï 🚀';
    expect(pasteText(text)).toBe(text);
  });
});

describe('lineCount', () => {
  it('does not count the final line break', () => {
    expect(lineCount('ls')).toBe(1);
    expect(lineCount('ls\n')).toBe(1);
    expect(lineCount('ls\r\nrm x\r\n')).toBe(2);
    expect(lineCount('ls\n\n')).toBe(2);
  });
});
