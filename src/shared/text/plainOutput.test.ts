import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainOutput } from './plainOutput';

describe('plainOutput', () => {
  it('removes colours, titles and other escape sequences', () => {
    expect(
      plainOutput('\x1b]0;title\x07\x1b[1;31mFAIL\x1b[0m a.test.ts\r\n\x1b[?25h\x1b(Bdone'),
    ).toBe('FAIL a.test.ts\ndone');
  });

  it('shows redrawn lines in their last state', () => {
    expect(plainOutput('10 %\r50 %\r100 %\r\nabc\b\bX')).toBe('100 %\naXc');
  });

  it('removes an unfinished escape sequence', () => {
    expect(plainOutput('ok\x1b]0;endless')).toBe('ok');
    expect(plainOutput('ok\x1b[')).toBe('ok');
  });

  it('leaves no control character but line feeds and tabs', () => {
    const unit = fc.constantFrom(
      '\x1b',
      '[',
      ']',
      '0',
      ';',
      'm',
      '\r',
      '\b',
      '\x07',
      '\x9b',
      'a',
      '\n',
      '\t',
      'é',
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(plainOutput(text)).toMatch(/^(?:[^\p{Cc}]|[\n\t])*$/u);
      }),
    );
  });
});
