import { describe, expect, it } from 'vitest';
import { canBeEdited, editedText, shownText } from './shownText';

describe('shownText', () => {
  it('has as many lines to an editor as to us', () => {
    expect(shownText('a\rb\r\nc\n')).toBe('a␍b\r\nc\n');
    expect(canBeEdited('a\r\nb\n')).toBe(true);
    expect(canBeEdited('a\rb')).toBe(false);
  });
});

describe('editedText', () => {
  it('keeps the endings of lines that the user did not touch', () => {
    expect(editedText('a\r\nb\nc\r\n', 'a\r\nB\r\nc\r\n')).toBe('a\r\nB\r\nc\r\n');
    expect(editedText('a\r\nb\nc\r\n', 'a\nb\nc\n')).toBe('a\r\nb\nc\r\n');
    expect(editedText('a\r\nb\r\n', 'a\nnew\nb\n')).toBe('a\r\nnew\r\nb\r\n');
  });

  it('changes nothing where endings are all the same', () => {
    expect(editedText('a\nb\n', 'a\nx\nb')).toBe('a\nx\nb');
  });
});
