import { expect, it } from 'vitest';
import { usageText } from './usageText';

it('formats tokens and cost briefly', () => {
  expect(usageText({ used: 812, size: 200_000 })).toBe('812 of 200k tokens');
  const cost = { amount: 0.421, currency: 'USD' };
  expect(usageText({ used: 84_300, size: 1_000_000, cost })).toBe('84k of 1.0M tokens, $0.42');
  const odd = { amount: 3, currency: 'credits!' };
  expect(usageText({ used: 0, size: 0, cost: odd })).toBe('0 of 0 tokens, 3.00 credits!');
});
