import { expect, it } from 'vitest';
import { HeldOutput } from './heldOutput.mjs';

it('keeps what is printed until it is released, and then shows everything in order', () => {
  const shown = [];
  const output = new HeldOutput((chunk) => shown.push(chunk));
  output.write('one');
  output.write('two');
  expect(shown).toEqual([]);
  output.release();
  output.write('three');
  output.release();
  expect(shown).toEqual(['one', 'two', 'three']);
});
