import { expect, it, onTestFinished } from 'vitest';
import { beginningOf, cutText } from './cutText';
import { secretValues } from './secrets/secretValues';

it('truncates a text, and not within a character', () => {
  expect(cutText('abcdef', 6)).toBe('abcdef');
  expect(cutText('abcdef', 3)).toBe('abc…');
  expect(beginningOf('ab😀', 3)).toBe('ab');
});

it('leaves no part of a secret at the cut', () => {
  const secret = 'opaque-Value-12345678';
  const known = secretValues.add([secret]);
  onTestFinished(() => known.dispose());
  const text = `It is ${secret}, you know.`;
  for (let length = 11; length < text.length; length++) {
    expect(cutText(text, length)).not.toContain('opaqu');
  }
  expect(cutText(text, 20)).toBe('It is [redacted]…');
});
