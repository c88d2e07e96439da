import { expect, it } from 'vitest';
import { NO_EFFORT } from '#shared/session/effort';
import { effortWords } from './effortWords';

const idle = { effort: NO_EFFORT, turnSince: null, usage: null };

it('says nothing before the first turn', () => {
  expect(effortWords(idle, 5_000)).toEqual([]);
});

it('adds the turn that runs to those that have ended', () => {
  const effort = { milliseconds: 60_000, tokens: null, questions: 0 };
  expect(effortWords({ ...idle, effort, turnSince: 1_000 }, 6_000)).toEqual(['1 min 5 s']);
  // The clock of lists is behind by up to a minute.
  expect(effortWords({ ...idle, effort, turnSince: 9_000 }, 6_000)).toEqual(['1 min']);
  expect(effortWords({ ...idle, turnSince: 9_000 }, 6_000)).toEqual([]);
});

it('names tokens and cost as far as the agent tells', () => {
  const usage = { used: 84_000, size: 200_000, cost: { amount: 0.42, currency: 'USD' } };
  expect(effortWords({ ...idle, usage }, 0)).toEqual(['84k in context', '$0.42']);
  const effort = { milliseconds: 500, tokens: 1_200_000, questions: 0 };
  expect(effortWords({ ...idle, effort, usage }, 0)).toEqual(['0.5 s', '1.2M tokens', '$0.42']);
});
