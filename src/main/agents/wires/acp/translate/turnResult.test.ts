import { expect, test } from 'vitest';
import { ZodError } from 'zod';
import { turnFromWire } from './turnResult';

test.each(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'])(
  '%s',
  (reason) => {
    expect(turnFromWire({ stopReason: reason })).toEqual({ turn: { reason }, unknownReason: null });
  },
);

test('usage is read as far as it is valid', () => {
  const usage = { totalTokens: 7, inputTokens: 'many', thoughtTokens: null, cachedReadTokens: 0 };
  expect(turnFromWire({ stopReason: 'end_turn', usage }).turn).toEqual({
    reason: 'end_turn',
    usage: { totalTokens: 7, cachedReadTokens: 0 },
  });
  expect(turnFromWire({ stopReason: 'end_turn', usage: 'much' }).turn).toEqual({
    reason: 'end_turn',
  });
});

test('an unknown stop reason ends the turn', () => {
  expect(turnFromWire({ stopReason: 'bored' })).toEqual({
    turn: { reason: 'end_turn' },
    unknownReason: 'bored',
  });
});

test.each([[{ stopReason: 42 }], [{}], [null], ['end_turn'], [undefined]])(
  '%j is not the end of a turn',
  (answer) => {
    expect(() => turnFromWire(answer)).toThrow(ZodError);
  },
);
