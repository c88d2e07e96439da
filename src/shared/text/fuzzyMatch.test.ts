import { describe, expect, it } from 'vitest';
import { fuzzyMatch } from './fuzzyMatch';

const score = (query: string, text: string) => fuzzyMatch(query, text)?.score ?? -Infinity;

describe('fuzzyMatch', () => {
  it('requires every letter, in order', () => {
    expect(fuzzyMatch('xyz', 'New session')).toBeUndefined();
    expect(fuzzyMatch('sn', 'New session')).toBeDefined();
    expect(fuzzyMatch('wen', 'New')).toBeUndefined();
  });

  it('does not match letters scattered through words', () => {
    expect(fuzzyMatch('the', 'Switch between light and dark')).toBeUndefined();
    expect(fuzzyMatch('load', 'Reload window')).toBeDefined();
  });

  it('matches anything with an empty query', () => {
    expect(fuzzyMatch('  ', 'New session')).toEqual({ score: 0, positions: [] });
  });

  it('ignores case and the spaces of the query', () => {
    expect(fuzzyMatch('NEW SES', 'New session')?.positions).toEqual([0, 1, 2, 4, 5, 6]);
  });

  it('prefers word starts over earlier letters', () => {
    expect(fuzzyMatch('s', 'Use system theme')?.positions).toEqual([4]);
    expect(fuzzyMatch('ns', 'Open new session')?.positions).toEqual([5, 9]);
  });

  it('ranks a prefix above a match in the middle, and a run above scattered letters', () => {
    expect(score('set', 'Settings')).toBeGreaterThan(score('set', 'Open settings'));
    expect(score('open', 'Open folder')).toBeGreaterThan(score('open', 'Other pen'));
  });

  it('recognises the parts of camel case and of a path', () => {
    expect(fuzzyMatch('kc', 'keyChord')?.positions).toEqual([0, 3]);
    expect(fuzzyMatch('pal', 'src/palette')?.positions).toEqual([4, 5, 6]);
  });

  it('ranks the shorter of two equal matches first', () => {
    expect(score('theme', 'Theme')).toBeGreaterThan(score('theme', 'Theme of the window'));
  });
});
