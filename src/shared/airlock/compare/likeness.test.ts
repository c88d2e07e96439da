import { describe, expect, it } from 'vitest';
import { likenessOf } from './likeness';

const likeness = (removed: string[], added: string[]) => likenessOf({ removed, added });

describe('likenessOf', () => {
  it('ignores indentation, spacing, blank lines and line endings', () => {
    expect(likeness(['  a = 1;\n'], ['\ta  =  2;\r\n', '\n'])).toBe(
      likeness(['a = 1;\n'], ['a = 2;']),
    );
  });

  it('tells different words apart', () => {
    expect(likeness(['a\n'], ['b\n'])).not.toBe(likeness(['a\n'], ['c\n']));
  });

  it('tells an addition from a removal of the same lines', () => {
    expect(likeness([], ['a\n'])).not.toBe(likeness(['a\n'], []));
  });

  it('tells lines from their joined words', () => {
    expect(likeness([], ['a\n', 'b\n'])).not.toBe(likeness([], ['a b\n']));
  });

  it('compares changes of whitespace to the letter', () => {
    expect(likeness(['a\n'], ['  a\n'])).not.toBe(likeness(['a\n'], ['\ta\n']));
    expect(likeness(['a\n'], ['  a\n'])).toBe(likeness(['a\n'], ['  a\n']));
  });
});
