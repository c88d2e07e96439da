import { describe, expect, it } from 'vitest';
import { pasteText, runsAtOnce } from './pasteText';

describe('pasteText', () => {
  it('cannot leave a bracketed paste', () => {
    expect(pasteText('a\x1b[201~rm -rf /\r')).toBe('a[201~rm -rf /\r');
    expect(pasteText('a\u009b201~b')).toBe('a201~b');
  });

  it('keeps text as it is', () => {
    const text = 'tab\there\r\nnext ünï 🚀';
    expect(pasteText(text)).toBe(text);
  });
});

describe('runsAtOnce', () => {
  it('is so as soon as a line ends', () => {
    expect(runsAtOnce('ls')).toBe(false);
    expect(runsAtOnce('ls\n')).toBe(true);
    expect(runsAtOnce('ls\nrm x')).toBe(true);
  });
});
