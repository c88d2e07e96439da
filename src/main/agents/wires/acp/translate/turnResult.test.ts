import { expect, test } from 'vitest';
import { ZodError } from 'zod';
import { turnFromWire } from './turnResult';

test.each(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'])(
  '%s',
  (reason) => {
    expect(turnFromWire({ stopReason: reason })).toEqual({ reason });
  },
);

test('usage is read as far as it is valid', () => {
  const usage = { totalTokens: 7, inputTokens: 'many', thoughtTokens: null, cachedReadTokens: 0 };
  expect(turnFromWire({ stopReason: 'end_turn', usage })).toEqual({
    reason: 'end_turn',
    usage: { totalTokens: 7, cachedReadTokens: 0 },
  });
  expect(turnFromWire({ stopReason: 'end_turn', usage: 'much' })).toEqual({
    reason: 'end_turn',
  });
});

test.each([
  ['bored', 'bored'],
  ['', '""'],
  ['a\u0000b\nc\u202e', 'a\\u{0}b\\u{A}c\\u{202E}'],
  ['x'.repeat(10_000), `${'x'.repeat(100)}…`],
])('the unknown stop reason %j ends the turn, and can be shown', (stopReason, unknownReason) => {
  expect(turnFromWire({ stopReason })).toEqual({ reason: 'end_turn', unknownReason });
});

test.each([[{ stopReason: 42 }], [{}], [null], ['end_turn'], [undefined]])(
  '%j is not the end of a turn',
  (answer) => {
    expect(() => turnFromWire(answer)).toThrow(ZodError);
  },
);
