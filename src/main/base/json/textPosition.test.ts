import { describe, expect, it } from 'vitest';
import { positionAt } from './textPosition';

describe('positionAt', () => {
  it.each([
    ['', 1, 1],
    ['ab', 1, 3],
    ['ab\n', 2, 1],
    ['ab\nc\r', 3, 1],
    ['ab\nc\rd\r\n', 4, 1],
    ['ab\nc\rd\r\n😀', 4, 3],
  ])('after %j is line %d, column %d', (before, line, column) => {
    expect(positionAt(`${before}rest`, before.length)).toEqual({ line, column });
  });
});
