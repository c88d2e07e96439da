import { expect, it } from 'vitest';
import { heldBytes } from '#test/support/heldBytes';
import { ownText } from './ownText';

const MEGABYTE = 1_000_000;

it('releases the text that a slice was cut from', () => {
  const slices = (own: (text: string) => string) => () =>
    Array.from({ length: 20 }, (_, index) => own(`${index} `.repeat(MEGABYTE / 2).slice(0, 500)));
  expect(heldBytes(slices((text) => text))).toBeGreaterThan(10 * MEGABYTE);
  expect(heldBytes(slices(ownText))).toBeLessThan(MEGABYTE);
});

it('equals the original, whatever it contains', () => {
  for (const text of ['', 'a', 'word'.repeat(100), 'ä€😀'.repeat(20), '\ud83d']) {
    expect(ownText(text)).toBe(text);
  }
});
