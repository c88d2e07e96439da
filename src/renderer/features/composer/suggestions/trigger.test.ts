import { describe, expect, it } from 'vitest';
import { complete, triggerAt } from './trigger';

/** The caret is where the bar stands. */
function at(marked: string) {
  return triggerAt(marked.replace('|', ''), marked.indexOf('|'));
}

describe('triggerAt', () => {
  it('finds a file name after a space, at the start and after a bracket', () => {
    expect(at('see @src/a|')).toEqual({ kind: 'file', query: 'src/a', start: 4, end: 10 });
    expect(at('@|')).toMatchObject({ kind: 'file', query: '' });
    expect(at('(@x|')).toMatchObject({ query: 'x' });
    expect(at('one\n@x|')).toMatchObject({ query: 'x' });
  });

  it('includes the rest of the word after the caret', () => {
    expect(at('see @sr|c/app.ts now')).toMatchObject({ query: 'sr', start: 4, end: 15 });
  });

  it('ignores email addresses and finished words', () => {
    expect(at('me@example|')).toBeNull();
    expect(at('@done |')).toBeNull();
    expect(at('plain|')).toBeNull();
  });

  it('finds a command only at the start of the prompt', () => {
    expect(at('/re|')).toEqual({ kind: 'command', query: 're', start: 0, end: 3 });
    expect(at('/review the|')).toBeNull();
    expect(at('see /re|')).toBeNull();
    expect(at('/usr/li|')).toBeNull();
    expect(at('a\n/re|')).toBeNull();
  });
});

describe('complete', () => {
  it('replaces the word with the name, and puts the caret after it', () => {
    expect(
      complete('see @sr', { kind: 'file', query: 'sr', start: 4, end: 7 }, '@src/a.ts'),
    ).toEqual({
      text: 'see @src/a.ts ',
      caret: 14,
    });
    expect(complete('@a b', { kind: 'file', query: 'a', start: 0, end: 2 }, '@x').text).toBe(
      '@x b',
    );
  });
});
