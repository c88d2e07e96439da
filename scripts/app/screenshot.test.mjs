import { expect, it } from 'vitest';
import { isWholePicture } from './screenshot.mjs';

it('distinguishes a complete image from one that is still being written', () => {
  const end = [0, 0, 0, 0, ...Buffer.from('IEND'), 0xae, 0x42, 0x60, 0x82];
  expect(isWholePicture(Buffer.from([1, 2, 3, ...end]))).toBe(true);
  expect(isWholePicture(Buffer.from([1, 2, 3, ...end.slice(0, -1)]))).toBe(false);
  expect(isWholePicture(Buffer.alloc(0))).toBe(false);
});
