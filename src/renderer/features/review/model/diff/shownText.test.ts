import { describe, expect, it } from 'vitest';
import { canBeEdited, editedText, shownText } from './shownText';

describe('shownText', () => {
  it('has the same number of lines in the editor as in the model', () => {
    expect(shownText('a\rb\r\nc\n')).toBe('a␍b\r\nc\n');
    expect(canBeEdited('a\r\nb\n')).toBe(true);
    expect(canBeEdited('a\rb')).toBe(false);
  });
});

describe('editedText', () => {
  it('keeps the line endings that the user did not edit', () => {
    expect(editedText('a\r\nb\nc\r\n', 'a\r\nB\r\nc\r\n')).toBe('a\r\nB\r\nc\r\n');
    expect(editedText('a\r\nb\nc\r\n', 'a\nb\nc\n')).toBe('a\r\nb\nc\r\n');
    expect(editedText('a\r\nb\r\n', 'a\nnew\nb\n')).toBe('a\r\nnew\r\nb\r\n');
  });

  it('changes nothing where all line endings are the same', () => {
    expect(editedText('a\nb\n', 'a\nx\nb')).toBe('a\nx\nb');
  });
});
