import { expect, it } from 'vitest';
import { TakenEvents, TOLD_CHARACTERS } from './client';

it('reports the number of received characters now and then', () => {
  const told: number[] = [];
  const taken = new TakenEvents((characters) => told.push(characters));
  for (let batch = 0; batch < 8; batch++) taken.add(TOLD_CHARACTERS / 4);
  taken.add(3 * TOLD_CHARACTERS);
  expect(told).toEqual([TOLD_CHARACTERS, TOLD_CHARACTERS, 3 * TOLD_CHARACTERS]);
});
