import { AFTER, inTurn } from './ofFile.mjs';

/** Everything at once. */
export const chaosModes = {
  chaos: {
    does: 'plays n steps at random',
    ends: ['end_turn'],
    n: 400,
    long: 10_000,
    scenario: inTurn(({ seed, n }) => [{ chaos: { seed, count: n } }, AFTER]),
  },
};
